import { maxWalkedEvents } from './limits.ts';

/** A part of the log: after one sequence, and before another one. */
export interface LogPart {
  readonly after: number;
  readonly before: number;
  /** Whether its oldest events come first; otherwise the newest. */
  readonly isForward: boolean;
}

/** The part that a call looks at, of a log that ends at `head`. */
export function partOf({ after, before }: { after?: number | undefined; before?: number | undefined }, head: number): LogPart {
  const end = Math.min(before ?? Infinity, head + 1);
  const start = Math.min(after ?? 0, end - 1);
  const isForward = after !== undefined && before === undefined;
  return isForward
    ? { after: start, before: Math.min(end, start + maxWalkedEvents + 1), isForward }
    : { after: Math.max(start, end - maxWalkedEvents - 1), before: end, isForward };
}

/**
 * Where to continue, and whether there can be more.
 * @param last - The last event that was read, if the page was full with it.
 */
export function nextOf(
  asked: { after?: number | undefined },
  { after, before, isForward }: LogPart,
  head: number,
  last: number | undefined,
): { cursor: number; hasMore: boolean } {
  if (isForward) {
    const cursor = last ?? Math.max(after, before - 1);
    return { cursor, hasMore: cursor < head };
  }
  const cursor = last ?? after + 1;
  return { cursor, hasMore: cursor > (asked.after ?? 0) + 1 };
}
