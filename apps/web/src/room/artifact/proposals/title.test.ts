import type { Hunk } from '@parley/sdk';
import { expect, it } from 'vitest';
import { titleOf } from './title.ts';

const titled = (lines: string[], note?: string) => {
  const hunk: Hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines };
  return titleOf({
    diff: { from: 1, to: 2, hunks: [hunk], added: 1, removed: 1, truncated: false },
    note,
    via: 'append',
  } as never);
};

it('a proposal is called by the first words that it adds', () => {
  expect(titled([' a', '-b', '+', '+  - **Friday** is [best](x)', '+c'], 'Why')).toBe('“Friday is best”');
  expect(titled(['+- [ ] bricks'])).toBe('“bricks”');
  expect(titled(['-b', '\\ No newline at end of file', '+b', '+c'])).toBe('“c”');
  expect(titled([`+${'word '.repeat(50)}`])).toMatch(/^“(word ){15}word…”$/);
});

it('else by those that it removes, by its reason, or by its kind', () => {
  expect(titled([' a', '-# b'])).toBe('Without “b”');
  expect(titled(['-', '+'], 'Less air')).toBe('Less air');
  expect(titleOf({ via: 'append' } as never)).toBe('An addition');
});
