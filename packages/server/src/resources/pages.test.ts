import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestOf } from './pages.ts';

const created = fc.array(fc.nat(20)).map((times) => times.map((createdAt, id) => ({ createdAt, id })));

it('pages by time lead through all entries, newest first, whatever was created in the same millisecond', () => {
  fc.assert(
    fc.property(created, fc.integer({ min: 1, max: 5 }), (all, limit) => {
      const seen: { createdAt: number; id: number }[] = [];
      for (let before: number | undefined, more = true; more;) {
        const { page, hasMore } = newestOf(all, { before, limit });
        seen.push(...page);
        expect(hasMore && page.length < limit).toBe(false);
        [before, more] = [page.at(-1)?.createdAt, hasMore];
      }
      expect(seen.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id));
      expect(seen.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a));
    }),
  );
});
