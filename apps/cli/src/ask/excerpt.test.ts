import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test('prose is wrapped, without the marks of Markdown', () => {
  expect(excerpt('The **owner** may [kick](x.md) with `kick`,\nand *mute*.', 20)).toEqual([
    'The owner may kick',
    'with kick, and mute.',
  ]);
  expect(excerpt('- one item that is long\n- two', 12)).toEqual(['- one item', '  that is', '  long', '- two']);
});

test('the time for a text grows with its length, whatever it repeats', () => {
  const units = [
    '[',
    '[]',
    '[](',
    '![',
    '[a](',
    '*',
    '**',
    '**a',
    '_',
    '_a ',
    '`',
    '``',
    '```\n',
    ' ',
    '\n',
    '- ',
    '1.',
    '| ',
    '#',
    '<!--',
    '~~~\n',
    'a ',
  ];
  const cost = (text: string): number => {
    const from = process.cpuUsage();
    excerpt(text, 80);
    const { user } = process.cpuUsage(from);
    return user;
  };
  for (const unit of units) {
    const [small, large] = [10_000, 80_000].map((length) =>
      Math.min(...Array.from({ length: 3 }, () => cost(unit.repeat(length / unit.length)))),
    );
    // 8 times the text; 64 times the work if it were quadratic.
    expect(large!, JSON.stringify(unit)).toBeLessThan(24 * small! + 150_000);
  }
});

test('commands of parley come before curl, and tables are left out', () => {
  const text = [
    'Do it:',
    '',
    '```sh',
    'curl -s $B/x',
    '```',
    '',
    '| a | b |',
    '|---|---|',
    '',
    '```sh',
    'parley mute Gus',
    '```',
  ];
  expect(excerpt(text.join('\n'), 60)).toEqual(['Do it:', '', '    parley mute Gus', '', '    curl -s $B/x']);
});

test('a list that a colon announces is shown, and an ellipsis stands for a table', () => {
  const long = `${'word '.repeat(40)}, the rules:`;
  expect(excerpt(`${long}\n\n- one\n- two\n\nMore.`, 400)).toEqual([long.trim().replace(/ ,/, ' ,'), '', '- one', '- two']);
  expect(excerpt('The sizes:\n\n| a | b |\n|---|---|', 80)).toEqual(['The sizes:', '', '…']);
});

test('a list without end is cut', () => {
  const list = Array.from({ length: 40 }, (_, i) => `- ${i}`).join('\n');
  expect(excerpt(list, 80)).toHaveLength(13);
  expect(excerpt(list, 80).at(-1)).toBe('…');
});

test('a long text is cut after the first paragraphs, and long code after its first lines', () => {
  const paragraphs = Array.from({ length: 5 }, (_, i) => `${i} ${'word '.repeat(40)}`);
  expect(excerpt(paragraphs.join('\n\n'), 80).join('\n')).toMatch(/^0 [^]*1 (?![^]*2 word)/);
  const code = ['```', ...Array.from({ length: 20 }, (_, i) => `line ${i}`), '```'].join('\n');
  expect(excerpt(code, 80)).toHaveLength(8);
  expect(excerpt(code, 80).at(-1)).toBe('    …');
});
