import type { MessageView, Space } from '@parley/sdk';
import type { FetchOptions, FetchResult, ListThreadsOptions, ListThreadsResult, Message } from 'chat';
import { messageOf } from './message.ts';
import { decoded, encoded } from './place.ts';

/** How many messages are read to find a thread, at a time and at all. */
const [atOnce, mostRead] = [1_000, 5_000];

/**
 * A page of a thread, or of what is no reply in a space, as it reads now: corrections are in place, and what was erased is left out. Only
 * the newest 5,000 messages of a space are looked through.
 */
export async function pageOf(space: Space, threadId: string, options: FetchOptions = {}): Promise<FetchResult> {
  const { messageId } = decoded(threadId);
  const { direction = 'backward', cursor } = options;
  const limit = Math.max(1, options.limit ?? 50);
  const place = cursor === undefined ? undefined : Number(cursor);
  const isBefore = ({ sequence }: MessageView) => sequence < (place ?? Infinity);
  const isTop = ({ replyTo, replaces }: MessageView) => (replyTo ?? replaces) === undefined;
  const isEnough = (read: MessageView[]) =>
    messageId === undefined
      ? direction === 'backward' && read.filter((each) => isTop(each) && isBefore(each)).length > limit
      : read.some(({ id }) => id === messageId);
  const read = await readUntil(space, isEnough);
  const roots = rootsOf(read);
  const found = present(read).filter((each) => (messageId === undefined ? isTop(each) : roots.get(each.id) === messageId));
  const rest = direction === 'backward' ? found.filter(isBefore) : found.filter(({ sequence }) => sequence > (place ?? 0));
  const page = direction === 'backward' ? rest.slice(-limit) : rest.slice(0, limit);
  const next = direction === 'backward' ? page[0] : page.at(-1);
  return {
    messages: page.map((view) => messageOf(view, encoded({ spaceId: space.spaceId, messageId: messageId ?? view.id }), space)),
    ...(rest.length > limit && next && { nextCursor: String(next.sequence) }),
  };
}

/** One message as it reads now; null if it was erased, or is not among the newest 5,000. */
export async function oneOf(space: Space, threadId: string, messageId: string): Promise<Message | null> {
  const read = await readUntil(space, (read) => read.some(({ id }) => id === messageId));
  const view = present(read).find(({ id }) => id === messageId);
  return view ? messageOf(view, threadId, space) : null;
}

/** A page of the messages among the newest 5,000 that have replies there, what was replied to last first. */
export async function threadsOf(space: Space, { limit = 50, cursor }: ListThreadsOptions = {}): Promise<ListThreadsResult> {
  const read = await readUntil(space, () => false);
  const roots = rootsOf(read);
  const replies = new Map<string, MessageView[]>();
  const all = present(read);
  for (const each of all) {
    const root = roots.get(each.id)!;
    if (root === each.id) continue;
    const found = replies.get(root);
    if (found) found.push(each);
    else replies.set(root, [each]);
  }
  const threads = all
    .flatMap((root) => {
      const found = replies.get(root.id);
      return found ? [{ root, count: found.length, latest: found.at(-1)! }] : [];
    })
    .filter(({ latest }) => latest.sequence < (cursor === undefined ? Infinity : Number(cursor)))
    .toSorted((one, other) => other.latest.sequence - one.latest.sequence);
  const page = threads.slice(0, Math.max(1, limit));
  return {
    threads: page.map(({ root, count, latest }) => {
      const id = encoded({ spaceId: space.spaceId, messageId: root.id });
      return { id, rootMessage: messageOf(root, id, space), replyCount: count, lastReplyAt: new Date(latest.timestamp) };
    }),
    ...(threads.length > page.length && { nextCursor: String(page.at(-1)!.latest.sequence) }),
  };
}

/** Messages as they read now: corrections are in place, and what was erased is left out. */
function present(read: MessageView[]): MessageView[] {
  const legible = read.filter(({ redacted }) => !redacted);
  const texts = new Map(legible.map(({ id, replaces = id, content }) => [replaces, content]));
  return legible.filter(({ replaces }) => !replaces).map((each) => ({ ...each, content: texts.get(each.id)! }));
}

/** The newest messages, oldest first, until there are enough of them. */
async function readUntil(space: Space, isEnough: (read: MessageView[]) => boolean): Promise<MessageView[]> {
  let read: MessageView[] = [];
  for (let before: number | undefined, hasMore = true; hasMore && read.length < mostRead && !isEnough(read);) {
    const page = await space.pastEvents({ kinds: 'message', before, limit: atOnce });
    read = [...page.events.flatMap((event) => (event.type === 'message' ? event.data : [])), ...read];
    ({ cursor: before, hasMore } = page);
  }
  return read;
}

function rootsOf(read: MessageView[]): Map<string, string> {
  const roots = new Map<string, string>();
  for (const { id, replyTo, replaces = replyTo } of read) roots.set(id, (replaces && roots.get(replaces)) ?? replaces ?? id);
  return roots;
}
