import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain, replaced, withEndingsOf } from './line-endings.ts';
import { applied, type TextChange } from './edit.ts';

const lines = ['# Plan', '', 'one', 'two', '', '## Risks', '', 'None.', '', '## Dates', 'Monday.', ''];
const withEndings = (...endings: string[]) => lines.map((line, i) => line + (endings[i % endings.length] ?? '')).join('');
const texts = {
  LF: withEndings('\n'),
  CRLF: withEndings('\r\n'),
  CR: withEndings('\r'),
  mixed: withEndings('\r\n', '\n', '\n', '\r\n', '\r'),
  'a last line without an ending': `${withEndings('\r\n')}end`,
  'a byte order mark': `\uFEFF${withEndings('\r\n')}`,
};
const changes: [string, TextChange][] = [
  ['an edit of several lines', { edits: [{ old: 'one\ntwo\n', new: 'one\nand a half\ntwo\n' }] }],
  ['an edit with other line endings', { edits: [{ old: 'one\r\ntwo', new: 'one\r\nand a half\r\ntwo' }] }],
  ['edits that remove lines', { edits: [{ old: 'None.\n\n', new: '' }, { old: 'Monday', new: 'Tuesday' }] }], // prettier-ignore
  ['a section that is replaced', { section: { heading: 'Plan > Risks', content: 'Rain.\nSnow.\n' } }],
  ['a section that is extended', { section: { heading: 'Risks', content: 'Rain.\nSnow.', mode: 'append' } }],
  ['the last section', { section: { heading: 'Dates', content: 'Friday.\n' } }],
  ['appended text', { append: 'more\nand more\n' }],
];
const endingsOf = (text: string) => text.match(/\r\n?|\n/g) ?? [];

describe.each(Object.entries(texts))('a text with %s', (name, text) => {
  it.each(changes)('has the same lines after %s as one with LF, and its own line endings', (_, change) => {
    const after = applied(text, change);
    expect(plain(after)).toBe(applied(plain(text), change));
    const kinds = new Set(endingsOf(text));
    expect(endingsOf(after).every((ending) => kinds.has(ending))).toBe(true);
    if (name !== 'mixed') expect(new Set(endingsOf(after)).size).toBe(1);
  });

  it('keeps every byte of lines that an editor leaves, whatever line endings it writes', () => {
    for (const ending of ['\n', '\r\n']) {
      const saved = (content: string) => content.replaceAll(/\r\n?|\n/g, ending);
      expect(withEndingsOf(text, saved(text))).toBe(text);
      expect(withEndingsOf(text, saved(text).replace('\uFEFF', ''))).toBe(text);
      expect(withEndingsOf(text, saved(text).replace('Monday', 'Tuesday'))).toBe(text.replace('Monday', 'Tuesday'));
      const [, end] = /None\.(\r\n?|\n)/.exec(text)!;
      const more = saved(text).replace(`None.${ending}`, `None.${ending}Rain.${ending}`);
      expect(withEndingsOf(text, more)).toBe(text.replace(`None.${end}`, `None.${end}Rain.${end}`));
    }
  });
});

it('a text without line endings takes those of what is added', () => {
  expect(applied('', { append: 'a\r\nb\n' })).toBe('a\r\nb\n');
  expect(applied('a', { append: 'b\r\nc' })).toBe('a\r\nb\r\nc');
  expect(withEndingsOf('a', 'a\r\nb\n')).toBe('a\r\nb\n');
});

it('a new line ends as the line before', () => {
  const text = 'a\r\nb\nc\rd';
  const inserted = (old: string) => applied(text, { edits: [{ old, new: `${old}x\n` }] });
  expect(inserted('a\n')).toBe('a\r\nx\r\nb\nc\rd');
  expect(inserted('b\n')).toBe('a\r\nb\nx\nc\rd');
  expect(inserted('c\n')).toBe('a\r\nb\nc\rx\rd');
  expect(applied(text, { append: 'e\nf' })).toBe('a\r\nb\nc\rd\re\rf');
  expect(replaced(text, [{ from: 0, to: 0, text: 'x\n' }])).toBe('x\r\na\r\nb\nc\rd');
});

it('a changed line keeps its ending, and so do those around it', () => {
  const text = 'a\r\n\nb\r\n\nc\n';
  expect(withEndingsOf(text, 'A\n\nB\n\nc\n')).toBe('A\r\n\nB\r\n\nc\n');
  expect(applied(text, { edits: [{ old: 'a\n\nb', new: 'A\n\nB' }] })).toBe('A\r\n\nB\r\n\nc\n');
});

const mixed = (...endings: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom('', 'a', 'b', 'c', '# h'), fc.constantFrom(...endings)), { maxLength: 12 })
    .map((all) => all.map((each) => each.join('')).join(''));
const any = mixed('\n', '\r\n', '\r', 'x');

it('whatever is put where, the rest keeps its bytes', () =>
  fc.assert(
    fc.property(mixed('\n', '\r\n', 'x'), any, fc.nat(30), fc.nat(30), (text, added, a, b) => {
      const lines = plain(text);
      const [from, to] = [Math.min(a, b, lines.length), Math.min(Math.max(a, b), lines.length)];
      const after = replaced(text, [{ from, to, text: added }]);
      expect(plain(after)).toBe(lines.slice(0, from) + plain(added) + lines.slice(to));
      const [before, rest] = [endingsOf(lines.slice(0, from)).length, endingsOf(lines.slice(to)).length];
      expect(endingsOf(after).slice(0, before)).toEqual(endingsOf(text).slice(0, before));
      expect(endingsOf(after).slice(-rest || Infinity)).toEqual(endingsOf(text).slice(-rest || Infinity));
    }),
    { numRuns: 1_000 },
  ));

it('a text saved unchanged is unchanged, and no change adds or loses a line', () =>
  fc.assert(
    fc.property(any, any, fc.nat(30), fc.nat(30), (text, other, from, more) => {
      expect(withEndingsOf(text, plain(text))).toBe(text);
      expect(plain(withEndingsOf(text, other))).toBe(plain(other));
      const lines = plain(text);
      const after = replaced(text, [
        { from: Math.min(from, lines.length), to: Math.min(from + more, lines.length), text: other },
      ]);
      expect(plain(after)).toBe(lines.slice(0, from) + plain(other) + lines.slice(from + more));
    }),
    { numRuns: 1_000 },
  ));
