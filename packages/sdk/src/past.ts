import { NoStream, headOf, type Following } from './events.ts';
import { retriable } from './http.ts';
import type { CallOptions, MessagesOptions } from './options.ts';
import type { Message } from './types.ts';

/** What is read of a space. */
interface Readable {
  history(options?: MessagesOptions): AsyncIterable<Message>;
}

const [fewest, most] = [50, 1_000];
/** Windows grow while their messages are small, so that neither many requests nor much memory is needed. */
const muchText = 256 * 1024;

/** The messages before a sequence, newest first. The service lists messages oldest first, so they are read in windows. */
async function* backwards(
  space: Readable,
  before: number,
  size: number,
  options: CallOptions,
): AsyncGenerator<Message, void, undefined> {
  let window = Math.min(Math.max(size, fewest), most);
  for (let end = before; end > 1;) {
    const start = Math.max(0, end - 1 - window);
    const found: Message[] = [];
    for await (const message of space.history({ ...options, after: start, limit: window })) {
      if (message.sequence >= end) break;
      found.push(message);
    }
    yield* found.toReversed();
    end = start + 1;
    const text = found.reduce((sum, { content }) => sum + content.length, 0);
    window = text < muchText ? Math.min(most, window * 2) : fewest;
  }
}

/** The most messages of a thread, and how many messages are read to find them. */
const [mostInThread, mostRead] = [50, 5_000];

/** The messages that a message answers, the first of them first. */
export async function threadOf(space: Readable, { replyTo, sequence }: Message, options: CallOptions): Promise<Message[]> {
  const thread: Message[] = [];
  let wanted = replyTo;
  if (wanted === undefined) return thread;
  let read = 0;
  for await (const message of backwards(space, sequence, fewest, options)) {
    if ((read += 1) > mostRead) break;
    if (message.id !== wanted) continue;
    thread.unshift(message);
    wanted = message.replyTo;
    if (wanted === undefined || thread.length === mostInThread) break;
  }
  return thread;
}

/** The latest messages, oldest first. */
export async function recent(following: Following, space: Readable, count: number, options: CallOptions): Promise<Message[]> {
  const latest: Message[] = [];
  if (count === 0) return latest;
  const head = await headOf(following).catch((error: unknown) => {
    if (error instanceof NoStream || retriable(error)) return undefined;
    throw error;
  });
  if (head === undefined) return lastOf(space.history(options), count);
  for await (const message of backwards(space, head + 1, count, options)) {
    latest.unshift(message);
    if (latest.length === count) break;
  }
  return latest;
}

/** Where streams do not work, only reading all messages finds the latest. */
async function lastOf(history: AsyncIterable<Message>, count: number): Promise<Message[]> {
  let kept: Message[] = [];
  for await (const message of history) {
    kept.push(message);
    if (kept.length >= 2 * count + most) kept = kept.slice(-count);
  }
  return kept.slice(-count);
}
