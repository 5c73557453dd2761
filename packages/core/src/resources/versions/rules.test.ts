import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countPruned, excessOf, isNone, newestOrdinary, pruned, type Excess, type KeptVersion } from './rules.ts';
import type { Artifact } from '../artifacts/entity.ts';

const some = (count: number, bytes = 10): KeptVersion[] =>
  Array.from({ length: count }, (_, i) => ({ version: i + 1, bytes, isBase: false, isPinned: false }));
const nothing: Excess = { versions: 0, bytes: 0, room: 0 };
/** An artifact whose old versions are all those that are given. */
const of = (kept: readonly KeptVersion[]) => ({ version: kept.length + 1 });
const numbers = (kept: readonly KeptVersion[]) => kept.map(({ version }) => version).toSorted((a, b) => a - b);
const gone = (kept: readonly KeptVersion[], excess: Partial<Excess>) =>
  numbers(pruned(kept, of(kept), { ...nothing, ...excess }));

it('the oldest lose their content first, but never the first version', () => {
  expect(gone(some(61), { versions: 1 })).toEqual([2]);
  expect(gone(some(61), { bytes: 11 })).toEqual([2, 3]);
  expect(gone(some(61), {})).toEqual([]);
});

it('a limit takes neither the newest 50, nor those that proposals are based on, nor pinned ones', () => {
  const kept = some(56).map((each) => ({ ...each, isBase: each.version === 3, isPinned: each.version === 4 }));
  expect(gone(kept, { versions: 50, bytes: 500 })).toEqual([2, 5, 6]);
});

it('a full space takes the newest too, then the first, those with proposals last, and never a pinned one', () => {
  const kept = some(5).map((each) => ({ ...each, isBase: each.version === 3, isPinned: each.version === 5 }));
  expect(gone(kept, { room: 1 })).toEqual([2]);
  expect(gone(kept, { room: 11 })).toEqual([2, 4]);
  expect(gone(kept, { room: 21 })).toEqual([1, 2, 4]);
  expect(gone(kept, { room: 10_000 })).toEqual([1, 2, 3, 4]);
});

const versions = (most: number) =>
  fc
    .array(fc.record({ bytes: fc.nat(20), isBase: fc.boolean(), isPinned: fc.boolean() }), { maxLength: most })
    .map((all) => all.map((each, i) => ({ ...each, version: i + 1 })));

it('no more than necessary is taken, and limits hold wherever they can', () => {
  const given = fc.record({
    kept: versions(80),
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
      const taken = pruned(kept, of(kept), excess);
      const sum = (all: readonly KeptVersion[]) => all.reduce((bytes, each) => bytes + each.bytes, 0);
      const left = {
        versions: excess.versions - taken.length,
        bytes: excess.bytes - sum(taken),
        room: excess.room - sum(taken),
      };
      const isSpared = ({ version, isBase, isPinned }: KeptVersion) =>
        version === 1 || version > newestOrdinary(of(kept)) || isBase || isPinned;
      const ordinary = kept.filter((each) => !isSpared(each));
      const others = taken.filter(isSpared);
      expect(others.filter(({ isPinned }) => isPinned)).toEqual([]);
      // Whatever is taken beside the ordinary ones is taken for room alone.
      if (others.length > 0) {
        expect(ordinary.every((each) => taken.includes(each))).toBe(true);
        expect(sum(ordinary)).toBeLessThan(excess.room);
      }
      if (!isNone(left)) expect(ordinary.every((each) => taken.includes(each))).toBe(true);
      if (left.room > 0) expect(taken).toHaveLength(kept.filter(({ isPinned }) => !isPinned).length);
      const last = ordinary.findLast((each) => taken.includes(each));
      if (last && others.length === 0) {
        const { versions, bytes, room } = left;
        expect(isNone({ versions: versions + 1, bytes: bytes + last.bytes, room: room + last.bytes })).toBe(false);
      }
    }),
  );
});

it('the same versions stay, whether they are pruned after each write or after many', () => {
  const retention = { versions: 55, bytes: 600 };
  /** What is left after all writes, of which some are followed by a prune. */
  const left = (written: readonly KeptVersion[], isPrunedAfter: (version: number) => boolean) => {
    let kept: KeptVersion[] = [];
    for (const [i, each] of written.entries()) {
      kept.push(each);
      if (!isPrunedAfter(each.version) && i < written.length - 1) continue;
      const history = { versions: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
      const artifact = { version: each.version + 1, history } as Artifact;
      expect(countPruned(artifact)).toBe(each.version - kept.length);
      const taken = pruned(kept, artifact, excessOf(artifact, retention));
      kept = kept.filter((each) => !taken.includes(each));
    }
    return numbers(kept);
  };
  fc.assert(
    fc.property(versions(90), fc.infiniteStream(fc.boolean()), (written, isPruned) => {
      const after = written.map(() => isPruned.next().value as boolean);
      expect(left(written, (version) => after[version - 1]!)).toEqual(left(written, () => true));
    }),
  );
});
