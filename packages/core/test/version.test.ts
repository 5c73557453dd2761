import fc from 'fast-check';
import { expect, it } from 'vitest';
import { thinned, type KeptVersion } from '../src/rules/version.ts';

const some = (count: number, bytes = 10): KeptVersion[] =>
  Array.from({ length: count }, (_, i) => ({ version: i + 1, bytes, isPinned: false }));
const plenty = { versions: 1_000_000, bytes: 1_000_000_000 };

it('the oldest lose their content first, but never the first version', () => {
  expect(thinned(some(61), { ...plenty, versions: 60 }, 0)).toEqual([2]);
  expect(thinned(some(61), { ...plenty, bytes: 590 }, 0)).toEqual([2, 3]);
  expect(thinned(some(61), plenty, 0)).toEqual([]);
});

it('a limit takes neither the newest 50 nor those that proposals are based on', () => {
  const kept = some(55).map((each) => ({ ...each, isPinned: each.version === 3 }));
  expect(thinned(kept, { versions: 1, bytes: 1 }, 0)).toEqual([2, 4, 5]);
});

it('a full space takes the newest too, then the first, and those with proposals last', () => {
  const kept = some(4).map((each) => ({ ...each, isPinned: each.version === 3 }));
  expect(thinned(kept, plenty, 1)).toEqual([2]);
  expect(thinned(kept, plenty, 11)).toEqual([2, 4]);
  expect(thinned(kept, plenty, 21)).toEqual([1, 2, 4]);
  expect(thinned(kept, plenty, 10_000)).toEqual([1, 2, 3, 4]);
});

it('no more than necessary is taken, and limits hold wherever they can', () => {
  const given = fc.record({
    bytes: fc.array(fc.record({ bytes: fc.nat(20), isPinned: fc.boolean() }), { maxLength: 80 }),
    limits: fc.record({ versions: fc.nat(80), bytes: fc.nat(800) }),
    mustFree: fc.oneof(fc.constant(0), fc.nat(400)),
  });
  fc.assert(
    fc.property(given, ({ bytes, limits, mustFree }) => {
      const kept = bytes.map((each, i) => ({ ...each, version: i + 1 }));
      const gone = new Set(thinned(kept, limits, mustFree));
      const sizeOf = (versions: readonly KeptVersion[]) => versions.reduce((sum, each) => sum + each.bytes, 0);
      const meets = (left: readonly KeptVersion[]) =>
        left.length <= limits.versions && sizeOf(left) <= limits.bytes && sizeOf(kept) - sizeOf(left) >= mustFree;
      const left = kept.filter(({ version }) => !gone.has(version));
      const isOrdinary = ({ version, isPinned }: KeptVersion, i: number) => version > 1 && !isPinned && i < kept.length - 50;
      const ordinary = kept.filter(isOrdinary);
      // Whatever is taken beside the ordinary ones is taken for room alone.
      const others = kept.filter((each, i) => gone.has(each.version) && !isOrdinary(each, i));
      if (others.length > 0) {
        expect(ordinary.every(({ version }) => gone.has(version))).toBe(true);
        expect(sizeOf(ordinary)).toBeLessThan(mustFree);
      }
      if (!meets(left)) expect(left.every((each) => !ordinary.includes(each))).toBe(true);
      expect(sizeOf(kept) - sizeOf(left)).toBeGreaterThanOrEqual(Math.min(mustFree, sizeOf(kept)));
      const taken = ordinary.filter(({ version }) => gone.has(version));
      const last = taken.at(-1);
      if (last && others.length === 0) expect(meets([...left, last])).toBe(false);
    }),
  );
});
