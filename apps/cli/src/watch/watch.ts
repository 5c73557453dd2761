import type { MessageView, ParticipantView, Space, SpaceEvent } from '@parley/sdk';
import { localTime } from '../local-time.ts';
import { harmless } from './harmless.ts';
import { colourOf, paint, type Style } from './paint.ts';
import { eventInWords, nameOf, textOf } from './wording.ts';

export interface WatchOptions {
  /** Where in the log to begin. If neither this nor `since` is given, all messages are printed. */
  after?: number | 'now';
  /** Begins with the first message after this instant. */
  since?: Date;
  colours: boolean;
  /** Gets each event as one line. */
  write(line: string): void;
  /** The command that shows or answers what a message is about. */
  commandAbout?: (message: MessageView) => string | undefined;
  /** Gets notes that are not events of the space. */
  note(line: string): void;
  signal?: AbortSignal;
}

/** Prints the events of a space until it ends or the signal is aborted. */
export async function watch(
  space: Space,
  { after, since, colours, write, commandAbout, note, signal }: WatchOptions,
): Promise<void> {
  const names = new Map<string, string>();
  const meet = (people: readonly ParticipantView[]) => {
    for (const person of people) names.set(person.participantId, nameOf(person));
  };
  const styled = (text: string, style: Style) => (colours ? paint(text, style, true) : text);
  const named = (id: string) => styled(names.get(id) ?? 'Someone', { bold: true, colour: colourOf(id) });
  const print = (time: string, words: string) => write(`${styled(time.padStart(8), { dim: true })} ${words}`);
  const tell = (time: string, event: SpaceEvent) => {
    const words = eventInWords(event, named);
    if (words) print(time, `* ${words}`);
  };

  let isLost = false;
  const onDisconnect = (error: Error | undefined) => {
    if (!isLost) note(`Connection lost (${error?.message ?? 'closed by the server'}); reconnecting.`);
    isLost = true;
  };
  const onConnect = () => {
    if (isLost) note('Reconnected.');
    isLost = false;
  };
  let head: number | undefined;
  const timeOf = ({ id }: SpaceEvent) => (id !== undefined && id > (head ?? 0) ? localTime(new Date()) : '');
  try {
    meet((await space.get({ signal })).participants);
    for await (const event of space.events({ after, since, signal, onConnect, onDisconnect })) {
      switch (event.type) {
        case 'ready':
          head = event.data.sequence;
          break;
        case 'context':
          meet(event.data.participants);
          break;
        case 'message': {
          const { senderId, timestamp, to = [] } = event.data;
          names.set(senderId, nameOf({ name: event.data.senderName }));
          const meant = to.length > 0 ? ` → ${to.map(named).join(', ')}` : '';
          const command = to.length > 0 ? commandAbout?.(event.data) : undefined;
          const more = command === undefined ? '' : styled(` · ${command}`, { dim: true });
          print(localTime(timestamp), `${named(senderId)}${meant}: ${harmless(textOf(event.data))}${more}`);
          break;
        }
        case 'participant-status':
          meet([event.data.participant]);
          tell(timeOf(event), event);
          break;
        case 'reset':
          note('The server no longer has the events after that point; printing everything from the beginning.');
          break;
        case 'space-closed':
          return tell(localTime(event.data.closedAt), event);
        default:
          tell(timeOf(event), event);
      }
    }
    if (!signal?.aborted) note('The space has ended.');
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
