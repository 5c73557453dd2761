import { paint } from '../watch/paint.ts';
import { conversationOf, inputOf, roomOf } from './layout.ts';
import type { Line } from './lines.ts';
import type { Model } from './model.ts';
import { unsentIn } from './pending.ts';
import { statusLine } from './status.ts';

export interface Screen {
  /** One per row, with colours. */
  lines: string[];
  /** The text before the cursor in its row, because terminals measure widths differently. */
  cursor: { row: number; before: string };
}

const painted = (line: Line, colours: boolean): string => line.map((span) => paint(span.text, span, colours)).join('');

/** The screen that shows a model. */
export function view(model: Model, colours: boolean): Screen {
  const { size, hidden } = model;
  const input = inputOf(model);
  const room = roomOf(model);
  const conversation = conversationOf(model);
  const end = Math.max(0, conversation.length - hidden);
  const shown = conversation.slice(Math.max(0, end - room), end);
  const empty: Line[] = Array.from({ length: room - shown.length }, () => []);
  const status = size.rows > 1 ? [statusLine(model)] : [];
  const lines = [...empty, ...shown, ...status].map((line) => painted(line, colours));
  const { row, before } = input.cursor;
  return { lines: [...lines, ...input.rows], cursor: { row: lines.length + row, before } };
}

/** What stays in the terminal: the last lines of the conversation, why it ended, and what was not sent. */
export function farewell(model: Model, colours: boolean): string {
  const { over, size } = model;
  const unsent = unsentIn(model).length;
  const last = conversationOf(model).slice(-Math.max(1, size.rows - 4));
  const warning = `${unsent} ${unsent === 1 ? 'message was' : 'messages were'} not sent, or not confirmed by the server.`;
  const lines = [...last.map((line) => painted(line, colours)), ...(over ? [over] : []), ...(unsent > 0 ? [warning] : [])];
  return lines.map((line) => `${line}\n`).join('');
}
