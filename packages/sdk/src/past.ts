import type { Answer } from './answer.ts';
import type { CallOptions, PastEventsOptions } from './options.ts';
import type { EventList, Message } from './types.ts';

/** What is read of a space. */
interface Readable {
  pastEvents(options?: PastEventsOptions): Answer<EventList>;
}

const most = 1_000;

/** The messages before a sequence, newest first. */
async function* backwards(
  space: Readable,
  { before, limit, ...options }: Omit<PastEventsOptions, 'kinds' | 'after'>,
): AsyncGenerator<Message, void, undefined> {
  for (let place = before, hasMore = true; hasMore;) {
    const page = await space.pastEvents({ ...options, before: place, limit: Math.min(most, limit!), kinds: 'message' });
    for (const event of page.events.toReversed()) if (event.type === 'message') yield event.data;
    ({ cursor: place, hasMore } = page);
  }
}

/** The most messages of a thread, and how many messages are read to find them, at a time and at all. */
const [mostInThread, atOnce, mostRead] = [50, 100, 5_000];

/** The messages that a message answers, the first of them first. */
export async function threadOf(space: Readable, { replyTo, sequence }: Message, options: CallOptions): Promise<Message[]> {
  const thread: Message[] = [];
  let wanted = replyTo;
  if (wanted === undefined) return thread;
  let read = 0;
  for await (const message of backwards(space, { ...options, before: sequence, limit: atOnce })) {
    if ((read += 1) > mostRead) break;
    if (message.id !== wanted) continue;
    thread.unshift(message);
    wanted = message.replyTo;
    if (wanted === undefined || thread.length === mostInThread) break;
  }
  return thread;
}

/** The latest messages, oldest first. */
export async function recent(space: Readable, count: number, options: CallOptions): Promise<Message[]> {
  const latest: Message[] = [];
  if (count === 0) return latest;
  for await (const message of backwards(space, { ...options, limit: count })) {
    latest.unshift(message);
    if (latest.length === count) break;
  }
  return latest;
}
