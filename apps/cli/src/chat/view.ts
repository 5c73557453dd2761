import { paint } from '../watch/paint.ts';
import type { Line } from './entry.ts';
import { conversationOf, inputOf, roomOf } from './layout.ts';
import type { Model } from './model.ts';
import { statusLine } from './status.ts';

export interface Screen {
  /** One for each row, painted. */
  lines: string[];
  /** What is left of the cursor in its row: a terminal measures it by its own tables. */
  cursor: { row: number; before: string };
}

/** The screen that shows a model. */
export function view(model: Model, colours: boolean): Screen {
  const { size, hidden } = model;
  const input = inputOf(model.editor, size);
  const room = roomOf(model);
  const conversation = conversationOf(model);
  const end = Math.max(0, conversation.length - hidden);
  const shown = conversation.slice(Math.max(0, end - room), end);
  const empty: Line[] = Array.from({ length: room - shown.length }, () => []);
  const status = size.rows > 1 ? [statusLine(model)] : [];
  const lines = [...empty, ...shown, ...status].map((line) => line.map((span) => paint(span.text, span, colours)).join(''));
  const { row, before } = input.cursor;
  return { lines: [...lines, ...input.rows], cursor: { row: lines.length + row, before } };
}
