import { describe, expect, it } from 'vitest';
import { tokensOf } from './tokens.ts';

const times = (text: string, count: number) => text.repeat(count);

describe('a text that would take too long to format', () => {
  it.each([
    ['quotes within quotes', times('> ', 30_000)],
    ['quotes without spaces', times('>', 30_000)],
    ['lists within lists', times('1. ', 20_000)],
    ['emphasis that never ends', times('_a', 30_000)],
    ['stars', times('**a*', 10_000)],
    ['a very long text', times('word ', 50_000)],
    ['fifty quotes', times('> ', 50) + 'a'],
  ])('is shown as it was written: %s', (_, text) => expect(tokensOf(text)).toBeUndefined());
});

describe('any other text', () => {
  it('has the tokens of Markdown', () => {
    expect(tokensOf('# Title\n\nA *word*')?.map(({ type }) => type)).toEqual(['heading', 'space', 'paragraph']);
  });

  it('has headings below those of the page, of which none leaves out a level', () => {
    const depths = tokensOf('# One\n\n### Three\n\n> ###### Six')?.map((token) => (token as { depth?: number }).depth);
    expect(depths).toEqual([3, undefined, 4, undefined, undefined]);
  });

  it('can be long, if its paragraphs are not hostile', () => {
    expect(tokensOf(times('A *few* words.\n\n', 10_000))).toHaveLength(20_000);
  });
});
