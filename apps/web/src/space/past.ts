import type { Message } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { Corrections } from './corrections.ts';

const pageSize = 50;
const most = 1_000;

/** A part of the past. */
export interface Past {
  messages: readonly Message[];
  /** From which sequence on these are all. */
  start: number;
  /** Whether these are the first messages of the space. */
  isAll: boolean;
}

/** The messages from one sequence up to, but not including, another. */
export async function between(space: CompactSpace, start: number, end: number): Promise<Past> {
  const messages: Message[] = [];
  // One more tells that there are no others, which would cost another request.
  const limit = Math.min(most, Math.max(1, end - start) + 1);
  for await (const message of space.history({ after: start - 1, limit })) {
    if (message.sequence >= end) break;
    messages.push(message);
  }
  return { messages, start, isAll: start <= 1 };
}

/** At least `count` messages before a sequence, if there are so many. Sequences are those of all events, so windows grow while few of them are messages. */
export async function before(space: CompactSpace, end: number, count = pageSize): Promise<Past> {
  const messages: Message[] = [];
  let start = end;
  for (let window = count; start > 1 && messages.length < count; window = Math.min(most, window * 2)) {
    const next = Math.max(1, start - window);
    messages.unshift(...(await between(space, next, start)).messages);
    start = next;
  }
  return { messages, start, isAll: start <= 1 };
}

/** So many messages are read to find a correction, which is at most a day later. */
const mostCorrected = 10_000;

/** The messages from one sequence up to, but not including, another, with their newest texts. */
export async function newest(space: CompactSpace, start: number, end: number): Promise<Message[]> {
  const { messages } = await between(space, start, end);
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
