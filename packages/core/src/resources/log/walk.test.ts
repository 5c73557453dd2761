import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxWalkedEvents } from './limits.ts';
import { nextOf, partOf } from './walk.ts';

const log = fc.record({
  head: fc.integer({ min: 0, max: 3 * maxWalkedEvents }),
  after: fc.option(fc.nat(4 * maxWalkedEvents), { nil: undefined }),
  before: fc.option(fc.integer({ min: 1, max: 4 * maxWalkedEvents }), { nil: undefined }),
  limit: fc.integer({ min: 100, max: 1_000 }),
});

/** The sequences that one call reads, of those that are asked for. */
function read({ after, before, isForward }: ReturnType<typeof partOf>, limit: number): { read: number[]; last?: number } {
  const all = Array.from({ length: Math.max(0, before - after - 1) }, (_, i) => after + 1 + i).filter((each) => each % 3 === 0);
  const shown = isForward ? all.slice(0, limit) : all.slice(-limit);
  return shown.length === limit ? { read: shown, last: isForward ? shown.at(-1)! : shown[0]! } : { read: shown };
}

it('pages go through all that is asked for once, and end', () => {
  fc.assert(
    fc.property(log, ({ head, after, before, limit }) => {
      const expected = Array.from({ length: head }, (_, i) => i + 1).filter(
        (each) => each % 3 === 0 && each > (after ?? 0) && each < (before ?? Infinity),
      );
      const found: number[] = [];
      let place = { after, before };
      for (let calls = 0; ; calls += 1) {
        const part = partOf(place, head);
        expect(part.before - part.after - 1).toBeLessThanOrEqual(maxWalkedEvents);
        const page = read(part, limit);
        if (part.isForward) found.push(...page.read);
        else found.unshift(...page.read);
        const { cursor, hasMore } = nextOf(place, part, head, page.last);
        if (!hasMore) break;
        expect(calls).toBeLessThan(500);
        place = part.isForward ? { after: cursor, before } : { after, before: cursor };
      }
      expect(found).toEqual(expected);
    }),
  );
});

it('at the end of the log there is nothing more to come', () => {
  expect(nextOf({}, partOf({ after: 9 }, 5), 5, undefined)).toEqual({ cursor: 5, hasMore: false });
  expect(nextOf({}, partOf({}, 0), 0, undefined)).toEqual({ cursor: 1, hasMore: false });
});
