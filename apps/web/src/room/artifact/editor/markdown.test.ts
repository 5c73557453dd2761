import { describe, expect, it } from 'vitest';
import { markdown } from './markdown.ts';

/** The blocks of a text, with what they begin and their length. */
function blocksOf(text: string): { name: string; length: number }[] {
  const blocks = [];
  for (let node = markdown.parser.parse(text).topNode.firstChild; node; node = node.nextSibling) {
    blocks.push({ name: node.name, length: node.to - node.from });
  }
  return blocks;
}

describe('the Markdown of the editor', () => {
  it('knows what the app shows', () => {
    expect(blocksOf('# a\n\nb\n\n- [ ] c\n\n|d|e|\n|-|-|\n|f|g|\n\n```\nh\n```\n').map(({ name }) => name)).toEqual([
      'ATXHeading1',
      'Paragraph',
      'BulletList',
      'Table',
      'FencedCode',
    ]);
  });

  it.each([
    ['a paragraph of many lines', 'Some [words](b) and *more*\n'.repeat(4_000), 4_100],
    ['a line of many links', '[words](b)'.repeat(10_000), 100_000],
    ['a line of many quotes', '>'.repeat(100_000), 100_000],
  ])('never compares all of %s', (_, text, longest) => {
    const blocks = blocksOf(text);
    expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThanOrEqual(longest);
    expect(blocks.map(({ name }) => name)).toEqual(blocks.map(() => 'Paragraph'));
    const withLinks = markdown.parser.parse(text).topNode.firstChild!.getChildren('Link').length;
    expect(withLinks > 0).toBe(longest < 100_000);
  });
});
