import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';
import { excerptCharacters } from './limits.ts';
import { Matcher } from './match.ts';
import { termsOf } from './query.ts';

const excerpt = (query: string, text: string) => excerptOf(text, new Matcher(termsOf(query)));

/** The parts that the ranges are about. */
const marked = (query: string, text: string): string[] => {
  const { excerpt: shown, ranges } = excerpt(query, text);
  return ranges.map(({ start, end }) => [...shown].slice(start, end).join(''));
};

describe('an excerpt', () => {
  it('is the text on one line, with all places of the terms', () => {
    expect(excerpt('plan', 'The plan:\n\n- a Plan\n')).toEqual({
      excerpt: 'The plan: - a Plan',
      ranges: [
        { start: 4, end: 8 },
        { start: 14, end: 18 },
      ],
    });
    expect(marked('"the plan" plan is', '👍 The \n plan is')).toEqual(['The plan', 'is']);
  });

  it('of a long text is what is around the first place, and says where something is left out', () => {
    const text = `${'before '.repeat(50)}needle${' after'.repeat(100)}`;
    const { excerpt: shown, ranges } = excerpt('needle', text);
    expect(shown).toMatch(/^…before .*needle after.*…$/);
    expect([...shown]).toHaveLength(excerptCharacters + 1);
    expect(shown.slice(ranges[0]!.start, ranges[0]!.end)).toBe('needle');
    expect(excerpt('abc', `abc${' '.repeat(1_000)}`).excerpt).toBe('abc');
  });

  it('shows the beginning if no term is in it', () => {
    expect(excerpt('nowhere', 'A title')).toEqual({ excerpt: 'A title', ranges: [] });
  });

  it('begins with no half of a character, and marks what is found, in any text', () => {
    const filler = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(filler, filler, (before, after) => {
        const text = `${before} nadel ${after}`.replaceAll('\0', '');
        const { excerpt: shown, ranges } = excerpt('nadel', text);
        expect(shown.isWellFormed()).toBe(true);
        expect([...shown].length).toBeLessThanOrEqual(excerptCharacters + 2);
        for (const { start, end } of ranges)
          expect([...shown].slice(start, end).join('').toLowerCase()).toContain('nadel'.slice(0, end - start));
        expect(ranges.length).toBeGreaterThan(0);
      }),
    );
  });
});
