import type { Message } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { Corrections } from './corrections.ts';

const mostAtATime = 1_000;
/** So many messages are read to find a correction, which is at most a day later. */
const mostCorrected = 10_000;

/** The messages from one sequence up to, but not including, another, with their newest texts. */
export async function newest(space: CompactSpace, start: number, end: number): Promise<Message[]> {
  const { events } = await space.pastEvents({ after: start - 1, before: end, kinds: 'message', limit: mostAtATime });
  const messages = events.flatMap((event) => (event.type === 'message' ? [event.data] : []));
  const corrections = new Corrections();
  corrections.take(messages);
  const missing = new Set(messages.flatMap(({ replacedBy }) => replacedBy ?? []).filter((id) => corrections.placeOf(id) === id));
  let read = 0;
  for await (const message of missing.size > 0 ? space.history({ after: end - 1 }) : []) {
    if (missing.delete(message.id)) corrections.take([message]);
    if (missing.size === 0 || (read += 1) === mostCorrected) break;
  }
  return corrections.take(messages);
}
