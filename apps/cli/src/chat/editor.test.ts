import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as edits from './editor.ts';
import { emptyEditor, textIn, type Editor } from './editor.ts';

const writing = (before: string, after = ''): Editor => ({ ...emptyEditor, before, after });
const parts = ({ before, after }: Editor) => [before, after];

describe('a person at the keyboard', () => {
  test('moves and erases by what looks like one character', () => {
    expect(parts(edits.left(writing('a👨‍👩‍👧')))).toEqual(['a', '👨‍👩‍👧']);
    expect(parts(edits.erase(writing('ae\u0301')))).toEqual(['a', '']);
    expect(parts(edits.eraseNext(writing('', '日本')))).toEqual(['', '本']);
  });

  test('moves and erases by words', () => {
    expect(parts(edits.wordLeft(writing('one two  ')))).toEqual(['one ', 'two  ']);
    expect(parts(edits.wordRight(writing('one', ' two three')))).toEqual(['one two', ' three']);
    expect(parts(edits.eraseWord(writing('one two', '!')))).toEqual(['one ', '!']);
  });

  test('moves and erases within the line it is in', () => {
    const editor = writing('one\ntwo', ' three\nfour');
    expect(parts(edits.home(editor))).toEqual(['one\n', 'two three\nfour']);
    expect(parts(edits.end(editor))).toEqual(['one\ntwo three', '\nfour']);
    expect(parts(edits.eraseToStart(editor))).toEqual(['one\n', ' three\nfour']);
    expect(parts(edits.eraseToEnd(editor))).toEqual(['one\ntwo', '\nfour']);
  });

  test('goes up and down between lines, and stays in the column where it can', () => {
    expect(parts(edits.up(writing('one\nfour', 's')))).toEqual(['one', '\nfours']);
    expect(parts(edits.up(writing('three\nat')))).toEqual(['th', 'ree\nat']);
    expect(parts(edits.down(writing('th', 'ree\nat')))).toEqual(['three\nat', '']);
    expect(parts(edits.up(writing('👨‍👩‍👧\nab')))).toEqual(['', '👨‍👩‍👧\nab']);
  });

  test('finds what it wrote before, and its draft again', () => {
    const later = edits.taken(writing('second', ''));
    const begun = edits.insert({ ...later, history: ['first', 'second'], place: 2 }, 'third');
    const second = edits.up(begun);
    expect(textIn(second)).toBe('second');
    expect(textIn(edits.up(second))).toBe('first');
    expect(textIn(edits.up(edits.up(second)))).toBe('first');
    expect(textIn(edits.down(second))).toBe('third');
    expect(textIn(edits.down(edits.down(second)))).toBe('third');
  });

  test('cannot write control characters into a message, but lines', () => {
    expect(textIn(edits.insert(emptyEditor, 'a\r\nb\rc\x1b[31m\x9b\0'))).toBe('a\nb\nc[31m');
  });
});

/** The same as a list of characters and a place in it. */
interface Simple {
  cells: string[];
  cursor: number;
}

const cell = fc.constantFrom('a', 'b', ' ', '\n', '日', '👨‍👩‍👧', 'e\u0301');

const lineStart = ({ cells, cursor }: Simple) => cells.lastIndexOf('\n', cursor - 1) + 1;
function lineEnd({ cells, cursor }: Simple): number {
  const end = cells.indexOf('\n', cursor);
  return end < 0 ? cells.length : end;
}
function wordStart({ cells, cursor }: Simple): number {
  let place = cursor;
  while (place > 0 && /\s/.test(cells[place - 1]!)) place -= 1;
  while (place > 0 && /\S/.test(cells[place - 1]!)) place -= 1;
  return place;
}

const moveTo = (place: (simple: Simple) => number) => (simple: Simple) => {
  simple.cursor = Math.max(0, Math.min(simple.cells.length, place(simple)));
};
const eraseTo = (place: (simple: Simple) => number) => (simple: Simple) => {
  const [start, end] = [simple.cursor, Math.max(0, place(simple))].sort((a, b) => a - b) as [number, number];
  simple.cells.splice(start, end - start);
  simple.cursor = start;
};

const moves: [edits.Edit, (simple: Simple) => void][] = [
  [edits.left, moveTo(({ cursor }) => cursor - 1)],
  [edits.right, moveTo(({ cursor }) => cursor + 1)],
  [edits.home, moveTo((simple) => (simple.cursor === 0 ? 0 : lineStart(simple)))],
  [edits.end, moveTo(lineEnd)],
  [edits.wordLeft, moveTo(wordStart)],
  [edits.erase, eraseTo(({ cursor }) => cursor - 1)],
  [edits.eraseNext, eraseTo(({ cursor }) => cursor + 1)],
  [edits.eraseWord, eraseTo(wordStart)],
  [edits.eraseToStart, eraseTo((simple) => (simple.cursor === 0 ? 0 : lineStart(simple)))],
  [edits.eraseToEnd, eraseTo(lineEnd)],
];

test('it is a list of characters with a cursor, whatever is done', () => {
  const step = fc.oneof(cell, fc.constantFrom(...moves));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const simple: Simple = { cells: [], cursor: 0 };
      let editor = emptyEditor;
      for (const step of steps) {
        if (typeof step === 'string') {
          simple.cells.splice(simple.cursor, 0, step);
          simple.cursor += 1;
          editor = edits.insert(editor, step);
        } else {
          step[1](simple);
          editor = step[0](editor);
        }
        expect(parts(editor)).toEqual([
          simple.cells.slice(0, simple.cursor).join(''),
          simple.cells.slice(simple.cursor).join(''),
        ]);
      }
    }),
  );
});

test('nothing is ever lost by moving', () => {
  const move = fc.constantFrom(
    edits.left,
    edits.right,
    edits.home,
    edits.end,
    edits.wordLeft,
    edits.wordRight,
    edits.up,
    edits.down,
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(move), (text, moves) => {
      const start = edits.insert(emptyEditor, text);
      // Without a history, up and down stay in the text.
      expect(textIn(moves.reduce((editor, move) => move(editor), start))).toBe(textIn(start));
    }),
  );
});
