import { harmless } from '../watch/harmless.ts';
import { textIn } from './editor.ts';
import { linesOf, type ChatLine } from './lines.ts';
import type { Model } from './model.ts';
import { chop, wrap } from '../terminal/width.ts';

const prompt = '> ';

/** The visible rows of the input, and the cursor in them. */
export interface Input {
  rows: string[];
  cursor: { row: number; before: string };
}

/** The text being written, or the question that waits for an answer. */
export function inputOf(model: Pick<Model, 'editor' | 'question' | 'size'>): Input {
  const { columns, rows } = model.size;
  const most = Math.max(1, Math.min(8, Math.floor(rows / 3)));
  return model.question ? asking(model.question.text, columns, most) : writing(model.editor, columns, most);
}

function asking(question: string, columns: number, most: number): Input {
  // Long questions lose their beginning: the end says how to answer.
  const shown = wrap(`${harmless(question)} [y/N]`, Math.max(1, columns - 1)).slice(-most);
  return { rows: shown, cursor: { row: shown.length - 1, before: `${shown.at(-1)!}${columns > 8 ? ' ' : ''}` } };
}

function writing(editor: Model['editor'], columns: number, most: number): Input {
  const margin = columns > 8 ? prompt : '';
  // One column stays free for the cursor behind the last character.
  const fold = (text: string) =>
    text.split('\n').flatMap((line) => chop(harmless(line), Math.max(1, columns - margin.length - 1)));
  const all = fold(textIn(editor));
  const before = fold(editor.before);
  const first = Math.max(0, Math.min(before.length - 1, all.length - most));
  const indent = (row: string, i: number) => (first + i === 0 ? margin : ' '.repeat(margin.length)) + row;
  const row = before.length - 1 - first;
  return { rows: all.slice(first, first + most).map(indent), cursor: { row, before: indent(before.at(-1)!, row) } };
}

/** What Tab offers, above the status line. It is not part of the conversation. */
export function offersOf({ choices, size: { columns, rows } }: Pick<Model, 'choices' | 'size'>): string[] {
  if (choices.length === 0) return [];
  const all = wrap(choices.map(harmless).join('  '), columns);
  const most = Math.floor(rows / 3);
  return all.length > most ? [...all.slice(0, Math.max(0, most - 1)), ...(most > 0 ? ['…'] : [])] : all;
}

/** Rows left for the conversation. */
export function roomOf(model: Model): number {
  const statusRows = model.size.rows > 1 ? 1 : 0;
  return Math.max(0, model.size.rows - statusRows - offersOf(model).length - inputOf(model).rows.length);
}

/** The conversation, followed by the pending messages. */
export const conversationOf = ({ entries, pending, size }: Pick<Model, 'entries' | 'pending' | 'size'>): ChatLine[] =>
  [...entries, ...pending].flatMap((entry) => linesOf(entry, size.columns));
