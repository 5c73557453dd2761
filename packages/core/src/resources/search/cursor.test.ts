import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareInSearch, cursorOf, isAfter, placeOfCursor } from './cursor.ts';

const found = fc.record({
  at: fc.nat(3),
  kind: fc.constantFrom('messages' as const, 'tasks' as const, 'files' as const),
  id: fc.uuid(),
});

describe('a cursor', () => {
  it('leads to the place that it was made of', () => {
    fc.assert(
      fc.property(fc.nat(), found, fc.boolean(), (sequence, { at, ...thing }, isOfThing) => {
        const place = { sequence, before: { at, ...(isOfThing && thing) } };
        expect(placeOfCursor(cursorOf(place))).toEqual(place);
      }),
    );
  });

  it('is nothing else', () => {
    for (const other of ['', '1', '1.2.messages', '1.2.messages.x', 'a.b', '1.2.3.4', '-1.2', `1.2.${'9'.repeat(50)}`])
      expect(placeOfCursor(other)).toBeUndefined();
  });

  it('divides results into those that come before and those that come after', () => {
    fc.assert(
      fc.property(fc.array(found), (all) => {
        const sorted = all.toSorted(compareInSearch);
        for (const [i, each] of sorted.entries()) {
          expect(sorted.filter((other) => isAfter(other, each))).toEqual(
            sorted.slice(i + 1).filter((other) => compareInSearch(each, other) !== 0),
          );
          expect(sorted.filter((other) => isAfter(other, { at: each.at }))).toEqual(sorted.filter(({ at }) => at < each.at));
        }
      }),
    );
  });
});
