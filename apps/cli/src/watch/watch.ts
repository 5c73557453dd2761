import type { ParticipantView, Space, SpaceEvent } from '@parley/sdk';
import { harmless } from './harmless.ts';
import { colourOf, paint, type Style } from './paint.ts';
import { artifactInWords, closings, nameOf, statusInWords, textOf } from './wording.ts';

export interface WatchOptions {
  /** Where in the log to begin; what is kept of the messages when not given. */
  after?: number | 'now';
  colours: boolean;
  /** Gets each event as one line. */
  write(line: string): void;
  /** Gets what is no event of the space. */
  note(line: string): void;
  signal?: AbortSignal;
}

/** Prints what happens in a space until it is over or the signal says so. */
export async function watch(space: Space, { after, colours, write, note, signal }: WatchOptions): Promise<void> {
  const names = new Map<string, string>();
  const meet = (people: readonly ParticipantView[]) => {
    for (const person of people) names.set(person.participantId, nameOf(person));
  };
  const styled = (text: string, style: Style) => (colours ? paint(text, style, true) : text);
  const named = (id: string) => styled(names.get(id) ?? 'Somebody', { bold: true, colour: colourOf(id) });
  const tell = (time: string, words: string) => write(`${styled(time.padStart(8), { dim: true })} ${words}`);

  let isLost = false;
  const onDisconnect = (error: Error | undefined) => {
    if (!isLost) note(`The connection is lost (${error?.message ?? 'the service ended it'}); trying again.`);
    isLost = true;
  };
  const onConnect = () => {
    if (isLost) note('Reconnected.');
    isLost = false;
  };
  let head: number | undefined;
  const timeOf = ({ id }: SpaceEvent) => (id !== undefined && id > (head ?? 0) ? clock(new Date()) : '');
  try {
    meet((await space.get({ signal })).participants);
    for await (const event of space.events({ after, signal, onConnect, onDisconnect })) {
      switch (event.type) {
        case 'ready':
          head = event.data.sequence;
          break;
        case 'context':
          meet(event.data.participants);
          break;
        case 'message': {
          const { senderId, timestamp } = event.data;
          names.set(senderId, nameOf({ name: event.data.senderName }));
          tell(clock(new Date(timestamp)), `${named(senderId)} ${harmless(textOf(event.data))}`);
          break;
        }
        case 'participant-status':
          meet([event.data.participant]);
          tell(timeOf(event), `* ${statusInWords(event.data)}`);
          break;
        case 'artifact':
          tell(timeOf(event), `* ${artifactInWords(event.data, named(event.data.actorId))}`);
          break;
        case 'reset':
          note('The place to go on from is not kept any more: this is all from the beginning.');
          break;
        case 'space-closed':
          return tell(clock(new Date(event.data.closedAt)), `* ${closings[event.data.reason]}`);
      }
    }
    if (!signal?.aborted) note('This space is over.');
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** The time of day here; of another day, that day. */
function clock(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? at.toTimeString().slice(0, 8) : at.toLocaleDateString('sv');
}
