import { expect, test } from 'vitest';
import { wantsColours } from './colours.ts';
import { harmlessJson } from './harmless.ts';
import { table } from './table.ts';

const plain = (text: string) => text;

test('columns are as wide as their content, wide characters included', () => {
  const rows = [['日本', '1'], ['abc', '22']]; // prettier-ignore
  expect(table(['name', 'n'], rows, plain)).toBe('name  n\n日本  1\nabc   22');
});

test('a cell stays on its line and cannot control the terminal', () => {
  expect(table(['name'], [['a\n\u001b[2Jb']], plain)).toBe('name\na ⏎ ␛[2Jb');
});

const files = [
  ['build.log of the night.txt', '5.0 MB', '2026-11-25 21:48:19', '4a51fb1a'],
  ['a.txt', '4 B', '2026-11-25 21:48:20', '5b62ac2b'],
];
const heading = ['name', 'size', 'uploaded', 'id'];

test.each([80, 60, 50])('in %d columns, a table breaks between words, and never a date', (columns) => {
  const lines = table(heading, files, plain, columns).split('\n');
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(columns);
  expect(lines[0]).toMatch(/^name +size +uploaded +id$/);
  expect(lines.join('\n')).toMatch(/5\.0 MB +2026-11-25 21:48:19 +4a51fb1a/);
});

test('a table that does not fit in any way has a line for each cell', () => {
  expect(table(heading, files.slice(0, 1), plain, 30)).toBe(
    'name      build.log of the\n          night.txt\nsize      5.0 MB\nuploaded  2026-11-25 21:48:19\nid        4a51fb1a\n',
  );
});

test('JSON escapes all control characters and parses to the same value', () => {
  const value = { text: '\u001b[2J\u009b\u007f\u202e ü' };
  expect(harmlessJson(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  expect(JSON.parse(harmlessJson(value))).toEqual(value);
});

test('NO_COLOR wins over FORCE_COLOR, and FORCE_COLOR over the kind of stream', () => {
  const terminal = { isTTY: true };
  expect(wantsColours(terminal, {})).toBe(true);
  expect(wantsColours({}, {})).toBe(false);
  expect(wantsColours({}, { FORCE_COLOR: '1' })).toBe(true);
  expect(wantsColours(terminal, { FORCE_COLOR: '0' })).toBe(false);
  expect(wantsColours(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
  expect(wantsColours(terminal, { TERM: 'dumb' })).toBe(false);
});
