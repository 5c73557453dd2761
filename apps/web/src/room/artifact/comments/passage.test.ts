import { describe, expect, it } from 'vitest';
import { quoteOf, shownPart } from './passage.ts';

const markdown = '# The *plan*\n\nSee [our plan](https://plan.example/plan), and the plan.\n\n```plan\nplan = 1\n```\n';
const rendered = 'The planSee our plan, and the plan.plan = 1';

/** The part of the rendering that has a text for the n-th time. */
function partOf(wanted: string, n = 1) {
  let from = -1;
  for (let i = 0; i < n; i += 1) from = rendered.indexOf(wanted, from + 1);
  return { from, to: from + wanted.length };
}

describe('what is selected', () => {
  it.each([
    ['The plan', 1, { quote: 'The *plan', occurrence: 1 }],
    ['plan', 1, { quote: 'plan', occurrence: 1 }],
    ['our plan', 1, { quote: 'our plan', occurrence: 1 }],
    ['the plan.', 1, { quote: 'the plan', occurrence: 1 }],
    ['plan', 3, { quote: 'plan', occurrence: 5 }],
    ['plan', 4, { quote: 'plan', occurrence: 7 }],
    ['See our plan, and', 1, { quote: 'See [our plan](https://plan.example/plan), and', occurrence: 1 }],
    ['planSee', 1, { quote: 'plan*\n\nSee', occurrence: 1 }],
  ])('%s for the time no. %i is quoted from the Markdown', (wanted, n, expected) => {
    expect(quoteOf(markdown, rendered, partOf(wanted, n))).toEqual(expected);
  });

  it('cannot be quoted if it has no letter, or none of the text', () => {
    expect(quoteOf(markdown, rendered, partOf(', '))).toBeUndefined();
    expect(quoteOf('Plan', 'Copy', { from: 0, to: 4 })).toBeUndefined();
  });
});

describe('a passage', () => {
  it.each([
    [{ line: 1, column: 8, length: 4 }, partOf('plan')],
    [{ line: 3, column: 48, length: 8 }, partOf('the plan')],
    [{ line: 6, column: 1, length: 4 }, partOf('plan', 4)],
  ])('is shown where its words are: %j', (anchor, expected) => {
    expect(shownPart(markdown, rendered, anchor)).toEqual(expected);
    expect(shownPart(markdown.replaceAll('\n', '\r\n'), rendered, anchor)).toEqual(expected);
  });

  it('counts characters, not code units', () => {
    expect(shownPart('😀😀 plan', '😀😀 plan', { line: 1, column: 4, length: 4 })).toEqual({ from: 5, to: 9 });
  });

  it('is shown nowhere if it has no letter, or the rendering does not have it', () => {
    expect(shownPart('---', '', { line: 1, column: 1, length: 3 })).toBeUndefined();
    expect(shownPart('plan', 'Loading', { line: 1, column: 1, length: 4 })).toBeUndefined();
  });
});
