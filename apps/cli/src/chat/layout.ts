import { harmless } from '../watch/harmless.ts';
import { textIn, type Editor } from './editor.ts';
import { linesOf, type Line } from './entry.ts';
import type { Model, Size } from './model.ts';
import { chop } from './width.ts';

const prompt = '> ';

/** The rows of the input that are shown, and where in them the cursor is. */
export interface Input {
  rows: string[];
  cursor: { row: number; before: string };
}

export function inputOf(editor: Editor, { columns, rows }: Size): Input {
  const margin = columns > 8 ? prompt : '';
  // One column is left free: the cursor stands behind the last character.
  const fold = (text: string) =>
    text.split('\n').flatMap((line) => chop(harmless(line), Math.max(1, columns - margin.length - 1)));
  const all = fold(textIn(editor));
  const before = fold(editor.before);
  const most = Math.max(1, Math.min(8, Math.floor(rows / 3)));
  const first = Math.max(0, Math.min(before.length - 1, all.length - most));
  const indent = (row: string, i: number) => (first + i === 0 ? margin : ' '.repeat(margin.length)) + row;
  const row = before.length - 1 - first;
  return { rows: all.slice(first, first + most).map(indent), cursor: { row, before: indent(before.at(-1)!, row) } };
}

/** Rows that the conversation has for itself. */
export function roomOf({ editor, size }: Model): number {
  const statusRows = size.rows > 1 ? 1 : 0;
  return Math.max(0, size.rows - statusRows - inputOf(editor, size).rows.length);
}

export const conversationOf = ({ entries, size }: Pick<Model, 'entries' | 'size'>): Line[] =>
  entries.flatMap((entry) => linesOf(entry, size.columns));
