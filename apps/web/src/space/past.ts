import type { LoggedEvent } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';

/** A part of the past, to its end. */
export interface Past {
  readonly events: readonly LoggedEvent[];
  /** From which sequence on these are all. */
  readonly start: number;
}

/** How far back to read. */
interface PastWish {
  /** So many messages at least, if there are so many. */
  count: number;
  /** Back to this sequence, whatever is there. */
  from?: number | undefined;
  signal?: AbortSignal | undefined;
}

const mostAtATime = 1_000;
/** Thousands can have joined without a word: they are folded, and the rest comes when somebody scrolls there. */
const mostPages = 5;

/** What happened before a sequence; undefined is the end. */
export async function before(space: CompactSpace, end: number | undefined, { count, from, signal }: PastWish): Promise<Past> {
  const events: LoggedEvent[] = [];
  let start = end;
  for (let pages = 0, messages = 0; ; pages += 1) {
    const reaches = from === undefined || (start !== undefined && start <= from);
    if (pages > 0 && reaches && (messages >= count || pages >= mostPages)) break;
    // As many can be other events, such as joins, before another page is read for the messages.
    const missing = Math.max(2 * count - messages, from === undefined || start === undefined ? 0 : start - from);
    const limit = Math.min(mostAtATime, missing);
    const page = await space.pastEvents({ before: start, limit, signal });
    events.unshift(...page.events);
    messages += page.events.filter(({ type }) => type === 'message').length;
    start = page.hasMore ? page.cursor : 1;
    if (!page.hasMore) break;
  }
  return { events, start: start! };
}

/** Messages that are unread and not loaded; with `hasMore`, there are more than `count`. */
export interface Unloaded {
  readonly count: number;
  readonly hasMore: boolean;
}

export const none: Unloaded = { count: 0, hasMore: false };
