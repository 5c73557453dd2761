import { harmless, harmlessLines } from '../watch/harmless.ts';
import { colourOf, type Style } from '../watch/paint.ts';
import { addresseesInWords, isForMe } from './addressees.ts';
import { unreadInWords, type Addressee, type Entry, type MessageEntry, type PendingEntry, type Tone } from './entry.ts';
import { clip, width, wrap } from './width.ts';

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

const drawn = new WeakMap<Entry, { columns: number; lines: readonly Line[] }>();

/** The lines of an entry on a screen of this width; computed once per width. */
export function linesOf(entry: Entry, columns: number): readonly Line[] {
  const known = drawn.get(entry);
  if (known?.columns === columns) return known.lines;
  const lines = draw(entry, columns);
  drawn.set(entry, { columns, lines });
  return lines;
}

function draw(entry: Entry, columns: number): Line[] {
  switch (entry.kind) {
    case 'message':
      return messageLines(entry, columns);
    case 'pending':
      return pendingLines(entry, columns);
    case 'note':
      return wrapped(entry.text, columns).map((text) => [{ text, ...tones[entry.tone] }]);
    case 'day':
      return [ruled(entry.text, columns, { dim: true })];
    case 'unread':
      return [ruled(unreadInWords(entry.count), columns, { bold: true, colour: 160 })];
    case 'pairs':
      return pairLines(entry.pairs, columns);
  }
}

const wrapped = (text: string, columns: number): string[] => harmlessLines(text).flatMap((line) => wrap(line, columns));

const timeWidth = 6;
const bar = '│ ';
const arrow = '→ ';
const narrow = 32;
const nameWidth = (columns: number): number => Math.max(8, Math.min(16, Math.floor(columns / 6)));

/**
 * Text in a column of its own, behind a bar. The bar separates names from text where there are no colours, and no text can
 * imitate a line of another participant.
 */
function beside(label: Line, text: Beside[], columns: number): Line[] {
  const taken = label.reduce((sum, { text }) => sum + width(text), 0);
  const margin = timeWidth + nameWidth(columns) + 1;
  return text.map((line, i) => {
    const gutter = i === 0 ? [...label, { text: ' '.repeat(margin - taken) }] : [{ text: ' '.repeat(margin) }];
    return [...gutter, ...line];
  });
}

/** A bar or an arrow, then text. */
type Beside = readonly [mark: Span, text: Span];

interface Block {
  text: string;
  style: Style;
  mark?: string;
}

function labelled(label: Line, blocks: readonly Block[], columns: number): Line[] {
  const isNarrow = columns < narrow;
  const hasMarks = columns > 8;
  const room = columns - (hasMarks ? bar.length : 0) - (isNarrow ? 0 : timeWidth + nameWidth(columns) + 1);
  const lines = blocks.flatMap(({ text, style, mark = bar }) =>
    wrapped(text, room).map((text): Beside => [
      { text: hasMarks ? mark : '', dim: true },
      { text, ...style },
    ]),
  );
  if (!isNarrow) return beside(label, lines, columns);
  const head = clip(label.map(({ text }) => text).join(''), columns);
  return [[{ ...label.at(-1)!, text: head }], ...lines];
}

function messageLines(entry: MessageEntry, columns: number): Line[] {
  const { time, name, senderId, text, to } = entry;
  const sender = { text: clip(harmless(name), nameWidth(columns)), bold: true, colour: colourOf(senderId) };
  return labelled(
    [{ text: `${time} `, dim: true }, sender],
    [{ text, style: {} }, ...directed(to, isForMe(entry) ? tones.wanted : undefined)],
    columns,
  );
}

/** The line below a directed message. An arrow takes the place of the bar, so no text can imitate it. */
const directed = (to: readonly Addressee[] = [], style: Style = { dim: true }): Block[] =>
  to.length > 0 ? [{ text: addresseesInWords(to), style, mark: arrow }] : [];

const states: Record<PendingEntry['state'], Span> = {
  sending: { text: 'sending…', dim: true },
  sent: { text: 'sent', dim: true },
  failed: { text: 'not sent', bold: true, colour: 160 },
};

function pendingLines({ state, text, reason, direction }: PendingEntry, columns: number): Line[] {
  const style = state === 'failed' ? {} : { dim: true };
  const lines = labelled([states[state]], [{ text, style }, ...directed(direction?.to)], columns);
  if (state !== 'failed') return lines;
  const why = wrapped(`${reason}. /retry sends it again, /discard removes it.`, columns);
  return [...lines, ...why.map((text) => [{ text, ...tones.refused }])];
}

/** A rule across the whole screen, with words in it. */
function ruled(words: string, columns: number, style: Style): Line {
  const text = clip(columns > 8 ? `── ${words} ` : words, columns);
  return [{ text: text + '─'.repeat(Math.max(0, columns - width(text))), ...style }];
}

/** Two columns if both fit, otherwise one below the other. */
function pairLines(pairs: readonly (readonly [string, string])[], columns: number): Line[] {
  const left = Math.max(...pairs.map(([text]) => width(text))) + 2;
  const isStacked = columns < left + 18;
  const indent = isStacked ? Math.min(2, columns - 1) : left;
  return pairs.flatMap(([head, text]) => {
    const rows = wrapped(text, columns - indent).map((row) => ' '.repeat(indent) + row);
    if (!isStacked) rows[0] = head + rows[0]!.slice(width(head));
    return [...(isStacked ? wrap(head, columns) : []), ...rows].map((text) => [{ text }]);
  });
}
