import { harmless, harmlessLines } from '../watch/harmless.ts';
import { colourOf, type Style } from '../watch/paint.ts';
import { addresseesInWords, isForMe } from './addressees.ts';
import { unreadInWords, type Addressee, type Entry, type MessageEntry, type PendingEntry, type Tone } from './entry.ts';
import { chop, clip, width, wrap } from '../terminal/width.ts';

export interface Span extends Style {
  text: string;
}
export type ChatLine = readonly Span[];

/** Rows that hold one piece of text, which the terminal should treat as one line. */
export const continued = new WeakSet<ChatLine>();

const tones: Record<Tone, Style> = {
  quiet: { dim: true },
  wanted: { bold: true, colour: 178 },
  refused: { bold: true, colour: 160 },
  plain: {},
};

const drawn = new WeakMap<Entry, { columns: number; lines: readonly ChatLine[] }>();

/** The lines of an entry on a screen of this width; computed once per width. */
export function linesOf(entry: Entry, columns: number): readonly ChatLine[] {
  const known = drawn.get(entry);
  if (known?.columns === columns) return known.lines;
  const lines = draw(entry, columns);
  drawn.set(entry, { columns, lines });
  return lines;
}

function draw(entry: Entry, columns: number): ChatLine[] {
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
      return [ruled(unreadInWords(entry.count), columns, tones.refused)];
    case 'since':
      return [ruled(entry.text, columns, tones.wanted)];
    case 'whole':
      return [
        [{ text: clip(harmless(entry.heading), columns), dim: true }],
        ...labelled([], [{ text: entry.text, style: {} }], columns, 0),
      ];
    case 'links':
      return entry.links.flatMap(([label, link]) => [
        ...wrapped(label, columns).map((text) => [{ text }]),
        ...whole(link, columns),
      ]);
    case 'pairs':
      return pairLines(entry.pairs, columns);
  }
}

const wrapped = (text: string, columns: number): string[] => harmlessLines(text).flatMap((line) => wrap(line, columns));

/** A link in rows that are full, so that the terminal joins them and the link can be clicked and copied. */
function whole(link: string, columns: number): ChatLine[] {
  const rows = chop(harmless(link), columns).map((text): ChatLine => [{ text }]);
  for (const row of rows.slice(0, -1)) continued.add(row);
  return rows;
}

const timeWidth = 6;
const bar = '│ ';
const arrow = '→ ';
const corner = '┌ ';
const foot = '└ ';
const narrow = 32;
const nameWidth = (columns: number): number => Math.max(8, Math.min(16, Math.floor(columns / 6)));

/**
 * Text in a column of its own, behind a bar. The bar separates names from text where there are no colours, and no text can
 * imitate a line of another participant.
 */
function beside(label: ChatLine, text: Beside[], margin: number): ChatLine[] {
  const taken = label.reduce((sum, { text }) => sum + width(text), 0);
  return text.map((line, i) => {
    const gutter = i === 0 ? [...label, { text: ' '.repeat(margin - taken) }] : [{ text: ' '.repeat(margin) }];
    return [...gutter, ...line];
  });
}

/** A mark such as the bar, then text. */
type Beside = readonly [mark: Span, text: Span];

interface Block {
  text: string;
  style: Style;
  mark?: string;
  /** Only the beginning, in one row. */
  isBrief?: boolean;
  /** If it is long, only the beginning, and then how to see the rest. */
  rest?: string;
}

/** A longer text would push everything else off the screen. */
const [longest, shown] = [30, 24];

function rowsOf({ text, style, mark = bar, isBrief, rest }: Block, room: number): (readonly [mark: string, text: Span])[] {
  const row = (text: string) => [mark, { text, ...style }] as const;
  if (isBrief) return [row(clip(harmless(text), room))];
  const rows = wrapped(text, room);
  if (rest === undefined || rows.length <= longest) return rows.map(row);
  const folded = clip(`${rows.length - shown} more lines${rest}`, room);
  return [...rows.slice(0, shown).map(row), [foot, { text: folded, dim: true }]];
}

const marginOf = (columns: number): number => timeWidth + nameWidth(columns) + 1;

function labelled(label: ChatLine, blocks: readonly Block[], columns: number, margin = marginOf(columns)): ChatLine[] {
  const isNarrow = columns < narrow;
  const hasMarks = columns > 8;
  const room = columns - (hasMarks ? bar.length : 0) - (isNarrow ? 0 : margin);
  const lines = blocks
    .flatMap((block) => rowsOf(block, room))
    .map(([mark, text]): Beside => [{ text: hasMarks ? mark : '', dim: true }, text]);
  if (!isNarrow) return beside(label, lines, margin);
  if (label.length === 0) return lines;
  const head = clip(label.map(({ text }) => text).join(''), columns);
  return [[{ ...label.at(-1)!, text: head }], ...lines];
}

function messageLines(entry: MessageEntry, columns: number): ChatLine[] {
  const { time, name, senderId, sequence, text, to, answers, isHtml, commandAbout, card } = entry;
  const sender = { text: clip(harmless(name), nameWidth(columns)), bold: true, colour: colourOf(senderId) };
  const more = to?.some(({ isMe }) => isMe) ? ` · #${sequence}${commandAbout === undefined ? '' : ` · ${commandAbout}`}` : '';
  return labelled(
    [{ text: `${time} `, dim: true }, sender],
    [
      ...above(answers),
      ...above(isHtml ? 'HTML source' : undefined),
      { text, style: {}, rest: `: /show #${sequence}` },
      ...(card?.rows ?? []).map(({ text, tone }) => ({ text, style: tones[tone] })),
      ...directed(to, more, isForMe(entry) ? tones.wanted : undefined),
    ],
    columns,
  );
}

/** The line above a text. A corner takes the place of the bar, so no text can imitate it. */
const above = (text: string | undefined): Block[] =>
  text === undefined ? [] : [{ text, style: { dim: true }, mark: corner, isBrief: true }];

/** The line below a directed message. An arrow takes the place of the bar. */
const directed = (to: readonly Addressee[] = [], more = '', style: Style = { dim: true }): Block[] =>
  to.length > 0 ? [{ text: addresseesInWords(to) + more, style, mark: arrow }] : [];

const states: Record<PendingEntry['state'], Span> = {
  sending: { text: 'sending…', dim: true },
  sent: { text: 'sent', dim: true },
  failed: { text: 'not sent', bold: true, colour: 160 },
};

function pendingLines({ state, text, reason, direction }: PendingEntry, columns: number): ChatLine[] {
  const style = state === 'failed' ? {} : { dim: true };
  const blocks = [...above(direction?.answers), { text, style, rest: '' }, ...directed(direction?.to)];
  const lines = labelled([states[state]], blocks, columns);
  if (state !== 'failed') return lines;
  const why = wrapped(`${reason}. /retry sends it again, /discard removes it.`, columns);
  return [...lines, ...why.map((text) => [{ text, ...tones.refused }])];
}

/** A rule across the whole screen, with words in it. */
function ruled(words: string, columns: number, style: Style): ChatLine {
  const text = clip(columns > 8 ? `── ${words} ` : words, columns);
  return [{ text: text + '─'.repeat(Math.max(0, columns - width(text))), ...style }];
}

/** Two columns if both fit, otherwise one below the other. */
function pairLines(pairs: readonly (readonly [string, string])[], columns: number): ChatLine[] {
  const left = Math.max(...pairs.map(([text]) => width(text))) + 2;
  const isStacked = columns < left + 18;
  const indent = isStacked ? Math.min(2, columns - 1) : left;
  return pairs.flatMap(([head, text]) => {
    const rows = wrapped(text, columns - indent).map((row) => ' '.repeat(indent) + row);
    if (!isStacked) rows[0] = head + rows[0]!.slice(width(head));
    return [...(isStacked ? wrap(head, columns) : []), ...rows].map((text) => [{ text }]);
  });
}
