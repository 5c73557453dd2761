import { describe, expect, it } from 'vitest';
import { compareLines, rowsOf, type Piece } from './words.ts';

/** Changed words in brackets. */
const shown = (lines: readonly (readonly Piece[])[]): string[] =>
  lines.map((pieces) => pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''));

const compared = (before: string, after: string) => compareLines(before.split('\n'), after.split('\n')).map(shown);

describe('words that differ', () => {
  it('marks a replaced word, and nothing else', () => {
    expect(compared('We launch on Monday.', 'We launch on Tuesday.')).toEqual([
      ['We launch on [Monday].'],
      ['We launch on [Tuesday].'],
    ]);
  });

  it('joins neighbouring words with the space between them', () => {
    expect(compared('It is one two here now, so we know', 'It is six seven here now, so we know')).toEqual([
      ['It is [one two] here now, so we know'],
      ['It is [six seven] here now, so we know'],
    ]);
  });

  it('finds words across lines that were split', () => {
    expect(compared('one two three four', 'one two\nthree four')).toEqual([['one two[ ]three four'], ['one two', 'three four']]);
  });

  it('treats words of other scripts as words', () => {
    expect(compared('дата запуска вторник', 'дата запуска среда')).toEqual([
      ['дата запуска [вторник]'],
      ['дата запуска [среда]'],
    ]);
  });

  it('marks no words in lines that have little in common', () => {
    expect(compared('completely different words', 'nothing alike at all here')).toEqual([
      ['completely different words'],
      ['nothing alike at all here'],
    ]);
  });

  it('gives up on very long lines', () => {
    const long = Array.from({ length: 2_000 }, (_, i) => `w${i}`).join(' ');
    expect(compared(long, `${long} x`)).toEqual([[long], [`${long} x`]]);
  });

  it('keeps every character of both texts', () => {
    const [before, after] = ['a  b\tc – “d” 👩‍💻 e\u0301', 'a b\tc — “d” 👩‍💻 é x'];
    const lines = compareLines([before], [after]).map((side) => side.map((pieces) => pieces.map(({ text }) => text).join('')));
    expect(lines).toEqual([[before], [after]]);
  });
});

describe('the rows of a hunk', () => {
  it('number the lines of both texts, and leave out what is no line', () => {
    const lines = [' # Plan', '-Monday', '\\ No newline at end of file', '+Tuesday', '+Rain', ' end'];
    const rows = rowsOf({ oldStart: 3, oldLines: 3, newStart: 3, newLines: 4, lines });
    expect(rows.map(({ kind, line, pieces }) => [kind, line, shown([pieces])[0]])).toEqual([
      ['kept', 3, '# Plan'],
      ['removed', 4, 'Monday'],
      ['added', 4, 'Tuesday'],
      ['added', 5, 'Rain'],
      ['kept', 5, 'end'],
    ]);
  });

  it('begin with the first line if the text was empty', () => {
    expect(rowsOf({ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+a'] })).toEqual([
      { kind: 'added', line: 1, pieces: [{ text: 'a', isChanged: false }] },
    ]);
  });
});
