import { tests } from 'commonmark-spec';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let htmlOf: (text: string) => string;
// The addresses in the examples lead nowhere: here, all are safe.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('./safe.ts', () => ({ isSafe: () => true, isImage: () => true }));
  ({ htmlOf } = await import('./html.fixture.ts'));
});
afterAll(() => {
  vi.doUnmock('./safe.ts');
  vi.resetModules();
});

/** Decided differences. Besides, lines end where they are written, and headings have the level of their place. */
const differing: Record<string, readonly number[]> = {
  'HTML is shown as its source': [
    21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170,
    171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 201, 308, 309, 344,
    475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631, 642, 643,
  ],
  'addresses are links, as in GFM': [602, 608, 611, 612],
};

const outsideOfCode = (html: string, change: (part: string) => string): string =>
  html
    .replaceAll('→', '\t')
    .split(/(<pre><code[^]*?<\/pre>)/)
    .map((part, i) => (i % 2 === 0 ? change(part) : part))
    .join('');

const block = /\n*(<\/?(?:p|ul|ol|li|blockquote|h|hr|pre)(?: [^>]*)?>)\n*/g;
const withoutLevels = (html: string): string => html.replaceAll(/(<\/?h)[1-6]>/g, '$1>');

const expected = (html: string): string =>
  outsideOfCode(html.replaceAll('\n</code>', '</code>'), (part) =>
    withoutLevels(part)
      .replaceAll(' />', '>')
      .replaceAll('<br>\n', '<br>')
      .replaceAll(block, '$1')
      .replaceAll(/^\n|\n$/g, '')
      .replaceAll('\n', '<br>'),
  );

const formatted = (markdown: string): string =>
  outsideOfCode(htmlOf(markdown.replaceAll('→', '\t')), (part) => withoutLevels(part).replaceAll('\n', '<br>'));

it('the room formats the examples of CommonMark as specified, but for what is decided', () => {
  expect(tests).toHaveLength(652);
  const different = tests.filter(({ markdown, html }) => formatted(markdown) !== expected(html));
  expect(different.map(({ number }) => number)).toEqual(
    Object.values(differing)
      .flat()
      .toSorted((a, b) => a - b),
  );
});

const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const source = (html: string): string =>
  html
    .replaceAll(/<p class="as-written">([^]*?)<\/p>/g, '$1')
    .replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name]!)
    .replaceAll(/<br>|[\s/]/g, '');

it('what is HTML there has the same place and source here', () => {
  const examples = tests.filter(({ number }) => differing['HTML is shown as its source']!.includes(number));
  for (const { markdown, html } of examples) expect(source(formatted(markdown))).toBe(source(expected(html)));
});
