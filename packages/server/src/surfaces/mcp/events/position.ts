import type { Instant } from '@parley/core';
import { sequenceIn, type Position } from '@parley/mcp';
import type { Source } from '../../../engine/stream/follow.ts';

/** Where a subscriber begins. */
interface EventsStart {
  /** The newest sequence, and when that was. */
  head: number;
  lastMs: Instant;
  /** It gets what comes after this sequence. */
  after: number;
  /** What came after its cursor is not all told. */
  truncated: boolean;
}

/** Without a cursor, a subscriber begins now; so does one whose cursor is of a log that has been replaced since. */
export async function startOf(
  { cursor, maxAgeMs }: Position,
  spaceId: string,
  { heads, log, now }: Pick<Source, 'heads' | 'log' | 'now'>,
): Promise<EventsStart> {
  const { sequence: head = 0, lastMs = 0 } = (await heads.current(spaceId)) ?? {};
  const known = sequenceIn(cursor);
  if (known === undefined) return { head, lastMs, after: head, truncated: false };
  if (known > head) return { head, lastMs, after: head, truncated: true };
  if (maxAgeMs === undefined || maxAgeMs === null) return { head, lastMs, after: known, truncated: false };
  const oldest = now() - maxAgeMs;
  const isOld = async (sequence: number) => ((await log.one(spaceId, sequence, head))?.at ?? 0) < oldest;
  const after = await lastOld(known, head, isOld);
  return { head, lastMs, after, truncated: after > known };
}

/** The last sequence after `known` that is old, otherwise `known`: later ones are never older. */
async function lastOld(known: number, head: number, isOld: (sequence: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [known, head + 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await isOld(middle)) low = middle;
    else high = middle;
  }
  return low;
}
