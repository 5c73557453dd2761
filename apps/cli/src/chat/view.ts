import { counted } from '@parley/core/words';
import { harmlessLines } from '../watch/harmless.ts';
import { paint } from '../watch/paint.ts';
import { textIn } from './editor.ts';
import { conversationOf, inputOf, offersOf, roomOf } from './layout.ts';
import { continued, type ChatLine } from './lines.ts';
import type { Model } from './model.ts';
import { unsentIn } from './pending.ts';
import { statusLine } from './status.ts';

export interface Screen {
  /** One per row, with colours. */
  lines: string[];
  /** Rows that end in the middle of a link. */
  continued: ReadonlySet<number>;
  /** The text before the cursor in its row, because terminals measure widths differently. */
  cursor: { row: number; before: string };
}

const painted = (line: ChatLine, colours: boolean): string => line.map((span) => paint(span.text, span, colours)).join('');

/** The screen that shows a model. */
export function view(model: Model, colours: boolean): Screen {
  const { size, hidden } = model;
  const input = inputOf(model);
  const room = roomOf(model);
  const conversation = conversationOf(model);
  const end = Math.max(0, conversation.length - hidden);
  const shown = conversation.slice(Math.max(0, end - room), end);
  const empty: ChatLine[] = Array.from({ length: room - shown.length }, () => []);
  const status = size.rows > 1 ? [statusLine(model)] : [];
  const offers = offersOf(model).map((text): ChatLine => [{ text, dim: true }]);
  const rows = [...empty, ...shown, ...offers, ...status];
  const lines = rows.map((line) => painted(line, colours));
  const { row, before } = input.cursor;
  return {
    lines: [...lines, ...input.rows],
    continued: new Set(rows.flatMap((line, i) => (continued.has(line) && i + 1 < empty.length + shown.length ? i : []))),
    cursor: { row: lines.length + row, before },
  };
}

/** What stays in the terminal: the last lines of the conversation, why it ended, and what was not sent. */
export function farewell(model: Model, colours: boolean): string {
  const { over, size, editor } = model;
  const unsent = unsentIn(model).length;
  const last = conversationOf(model).slice(-Math.max(1, size.rows - 4));
  const shown = last.map((line) => painted(line, colours) + (continued.has(line) ? '' : '\n'));
  const warning = `${counted(unsent, 'message was', 'messages were')} not sent, or not confirmed by the server.`;
  const draft = textIn(editor).trim();
  const unwritten = draft ? ['What you were writing was not sent:', ...harmlessLines(draft)] : [];
  const lines = [...(over ? [over] : []), ...(unsent > 0 ? [warning] : []), ...unwritten];
  return shown.join('') + lines.map((line) => `${line}\n`).join('');
}
