import type { ParticipantView } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { colourOf } from '../watch/paint.ts';
import { nameOf } from '../watch/wording.ts';
import { unreadInWords } from './entry.ts';
import type { Line, Span } from './lines.ts';
import { handleOf, isOwner, named, waitingIn, type Model } from './model.ts';
import { failedIn, isSending } from './pending.ts';
import { messagesForMe } from './receipts.ts';
import { clip, width } from './width.ts';

const connections = { connecting: 'connecting…', live: '', reconnecting: 'reconnecting…' };
const separator: Span = { text: ' · ' };

/** The state of the space, most important first, as far as it fits. */
export function statusLine(model: Model): Line {
  const { columns } = model.size;
  const parts = pressing(model).filter(({ text }) => text);
  const first = parts.flatMap((span, i) => (i ? [separator, span] : [span]));
  const left = columns - widthOf([...first, separator]);
  const line = [...first, separator, ...hereIn(model, left)];
  return filled(line, columns).map((span) => ({ ...span, inverse: true }));
}

function pressing(model: Model): Span[] {
  const failed = failedIn(model).length;
  return [
    { text: connections[model.connection], bold: true, colour: 160 },
    { text: unreadWords(model), bold: true },
    { text: failed > 0 ? `${failed} not sent` : '', bold: true, colour: 160 },
    { text: isSending(model) ? 'sending…' : '' },
    { text: clip(harmless(model.space), Math.max(12, Math.floor(model.size.columns / 3))), bold: true },
    { text: directedWords(model), bold: true },
    { text: waitingWords(model) },
    { text: lockedWords(model) },
  ];
}

function unreadWords({ hidden, unread }: Model): string {
  const arrow = hidden > 0 ? '↓ ' : '';
  if (unread > 0) return arrow + unreadInWords(unread);
  return arrow && `${arrow}more below`;
}

const more = (count: number): string => (count > 0 ? ` +${count}` : '');

function directedWords(model: Model): string {
  const waiting = messagesForMe(model);
  const newest = waiting.at(-1);
  return newest ? `for you: ${newest.name}${more(waiting.length - 1)}, /reply` : '';
}

function waitingWords(model: Model): string {
  const [first, ...others] = isOwner(model) ? waitingIn(model) : [];
  return first ? `waiting: ${nameOf(first)}${more(others.length)}, /approve ${handleOf(model, first)}` : '';
}

function lockedWords(model: Model): string {
  const [first, ...others] = model.artifacts.filter(({ lockedBy }) => lockedBy !== undefined);
  return first ? `locked: ${harmless(first.name)} (${named(model, first.lockedBy!)})${more(others.length)}` : '';
}

/** The number of participants, the names that fit, and the number of the others. */
function hereIn({ people }: Model, columns: number): Span[] {
  const here = people.filter(({ status }) => status === 'active' || status === 'muted');
  const line: Span[] = [{ text: `${here.length} here` }];
  let taken = widthOf(line);
  for (const [i, person] of here.entries()) {
    const name = [{ text: i ? ', ' : ': ' }, ...personSpans(person)];
    taken += widthOf(name);
    if (taken + width(more(here.length - i - 1)) > columns) return i ? [...line, { text: more(here.length - i) }] : line;
    line.push(...name);
  }
  return line;
}

const personSpans = (person: ParticipantView): Span[] => [
  { text: nameOf(person), colour: colourOf(person.participantId) },
  { text: person.status === 'muted' ? ' (muted)' : '' },
];

const widthOf = (line: Line): number => line.reduce((sum, { text }) => sum + width(text), 0);

/** Cuts or pads to the exact width, so that the whole row is inverted. */
function filled(line: Line, columns: number): Span[] {
  const fitting: Span[] = [];
  let left = columns;
  for (const span of line) {
    const text = clip(span.text, left);
    fitting.push({ ...span, text });
    left -= width(text);
    if (text !== span.text) break;
  }
  return [...fitting, { text: ' '.repeat(Math.max(0, left)) }];
}
