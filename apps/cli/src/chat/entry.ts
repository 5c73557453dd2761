import type { MessageView } from '@parley/sdk';
import { harmless, harmlessLines } from '../watch/harmless.ts';
import { colourOf, type Style } from '../watch/paint.ts';
import { nameOf, textOf } from '../watch/wording.ts';
import { clip, width, wrap } from './width.ts';

export type Tone = 'quiet' | 'wanted' | 'refused' | 'plain';

/** Something in the conversation: what a participant said, or what Parley tells. */
export type Entry =
  | { kind: 'message'; day: string; time: string; senderId: string; name: string; text: string }
  | { kind: 'note'; text: string; tone: Tone };

export interface Span extends Style {
  text: string;
}
export type Line = readonly Span[];

const tones: Record<Tone, Style> = {
  quiet: { dim: true },
  wanted: { bold: true, colour: 178 },
  refused: { bold: true, colour: 160 },
  plain: {},
};

export function messageEntry(message: MessageView): Entry {
  const at = new Date(message.timestamp);
  const { senderId } = message;
  const name = nameOf({ name: message.senderName });
  return { kind: 'message', day: at.toDateString(), time: at.toTimeString().slice(0, 5), senderId, name, text: textOf(message) };
}

const drawn = new WeakMap<Entry, { columns: number; lines: readonly Line[] }>();

/** The entry as lines of a screen so wide; made once per width. */
export function linesOf(entry: Entry, columns: number): readonly Line[] {
  const known = drawn.get(entry);
  if (known?.columns === columns) return known.lines;
  const lines = entry.kind === 'note' ? noteLines(entry, columns) : messageLines(entry, columns);
  drawn.set(entry, { columns, lines });
  return lines;
}

const noteLines = ({ text, tone }: Entry & { kind: 'note' }, columns: number): Line[] =>
  harmlessLines(text)
    .flatMap((line) => wrap(line, columns))
    .map((line) => [{ text: line, ...tones[tone] }]);

/** Time and name, and beside them the text, so that who says what shows at a glance. */
function messageLines({ time, name, senderId, text }: Entry & { kind: 'message' }, columns: number): Line[] {
  const shown = clip(harmless(name), Math.floor(columns / 3));
  const margin = width(`${time} ${shown} `);
  const style = { bold: true, colour: colourOf(senderId) };
  const isNarrow = columns < 2 * margin;
  const head: Span[] = [{ text: `${time} `, dim: true }, { text: shown, ...style }, { text: ' ' }];
  const body = harmlessLines(text).flatMap((line) => wrap(line, isNarrow ? columns : columns - margin));
  if (isNarrow) return [[{ text: clip(`${time} ${shown}`, columns), ...style }], ...body.map((line) => [{ text: line }])];
  return body.map((line, i) => (i === 0 ? [...head, { text: line }] : [{ text: ' '.repeat(margin) }, { text: line }]));
}
