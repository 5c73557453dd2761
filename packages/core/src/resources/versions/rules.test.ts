import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNone, isOrdinary, thinned, type Excess, type KeptVersion } from './rules.ts';

const some = (count: number, bytes = 10): KeptVersion[] =>
  Array.from({ length: count }, (_, i) => ({ version: i + 1, bytes, isPinned: false }));
const nothing: Excess = { versions: 0, bytes: 0, room: 0 };
const gone = (kept: readonly KeptVersion[], excess: Partial<Excess>) =>
  thinned(kept, kept.length, { ...nothing, ...excess }).versions.toSorted((a, b) => a - b);

it('the oldest lose their content first, but never the first version', () => {
  expect(gone(some(61), { versions: 1 })).toEqual([2]);
  expect(gone(some(61), { bytes: 11 })).toEqual([2, 3]);
  expect(gone(some(61), {})).toEqual([]);
});

it('a limit takes neither the newest 50 nor those that proposals are based on', () => {
  const kept = some(55).map((each) => ({ ...each, isPinned: each.version === 3 }));
  expect(gone(kept, { versions: 50, bytes: 500 })).toEqual([2, 4, 5]);
});

it('a full space takes the newest too, then the first, and those with proposals last', () => {
  const kept = some(4).map((each) => ({ ...each, isPinned: each.version === 3 }));
  expect(gone(kept, { room: 1 })).toEqual([2]);
  expect(gone(kept, { room: 11 })).toEqual([2, 4]);
  expect(gone(kept, { room: 21 })).toEqual([1, 2, 4]);
  expect(gone(kept, { room: 10_000 })).toEqual([1, 2, 3, 4]);
});

it('no more than necessary is taken, and limits hold wherever they can', () => {
  const given = fc.record({
    kept: fc
      .array(fc.record({ bytes: fc.nat(20), isPinned: fc.boolean() }), { maxLength: 80 })
      .map((all) => all.map((each, i) => ({ ...each, version: i + 1 }))),
    excess: fc.record({
      versions: fc.integer({ min: -5, max: 40 }),
      bytes: fc.integer({ min: -50, max: 400 }),
      room: fc.nat(400),
    }),
    isRoomy: fc.boolean(),
  });
  fc.assert(
    fc.property(given, ({ kept, excess: wanted, isRoomy }) => {
      const excess = isRoomy ? { ...wanted, room: 0 } : wanted;
      const { versions, left } = thinned(kept, kept.length, excess);
      const taken = kept.filter(({ version }) => versions.includes(version));
      const freed = taken.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(left).toEqual({
        versions: excess.versions - taken.length,
        bytes: excess.bytes - freed,
        room: excess.room - freed,
      });
      const ordinary = kept.filter((each) => isOrdinary(each, kept.length));
      const others = taken.filter((each) => !ordinary.includes(each));
      // Whatever is taken beside the ordinary ones is taken for room alone.
      if (others.length > 0) {
        expect(ordinary.every((each) => taken.includes(each))).toBe(true);
        expect(ordinary.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(excess.room);
      }
      if (!isNone(left)) expect(ordinary.every((each) => taken.includes(each))).toBe(true);
      if (left.room > 0) expect(taken).toHaveLength(kept.length);
      const last = ordinary.findLast((each) => taken.includes(each));
      if (last && others.length === 0) {
        const { versions, bytes, room } = left;
        expect(isNone({ versions: versions + 1, bytes: bytes + last.bytes, room: room + last.bytes })).toBe(false);
      }
    }),
  );
});
