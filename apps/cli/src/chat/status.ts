import { counted } from '@parley/core/words';
import type { Expectation, ParticipantView } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { colourOf } from '../watch/paint.ts';
import { nameOf } from '../watch/wording.ts';
import { unreadInWords } from './entry.ts';
import type { ChatLine, Span } from './lines.ts';
import { intentInWords } from './intent.ts';
import { handleOf, isOwner, waitingIn, type Model } from './model.ts';
import { failedIn, isSending } from './pending.ts';
import { messagesForMe } from './addressees.ts';
import { resources } from './resources.ts';
import { clip, width } from '../terminal/width.ts';

const connections = { connecting: 'connecting…', live: '', reconnecting: 'reconnecting…' };
const separator: Span = { text: ' · ' };

/** The state of the space, most important first, as far as it fits. */
export function statusLine(model: Model): ChatLine {
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
    { text: harmless(intentInWords(model)), bold: true },
    { text: unreadWords(model), bold: true },
    { text: failed > 0 ? `${failed} not sent` : '', bold: true, colour: 160 },
    { text: isSending(model) ? 'sending…' : '' },
    { text: clip(harmless(model.space), Math.max(12, Math.floor(model.size.columns / 3))), bold: true },
    { text: directedWords(model), bold: true },
    { text: waitingWords(model) },
    ...resources.map(({ status }) => ({ text: status?.(model) ?? '' })),
  ];
}

function unreadWords({ hidden, unread }: Model): string {
  const arrow = hidden > 0 ? '↓ ' : '';
  if (unread > 0) return arrow + unreadInWords(unread);
  return arrow && `${arrow}more below`;
}

const more = (count: number): string => (count > 0 ? ` +${count}` : '');

/** What a message that is directed to the user waits for, if not for a reply. */
const ways: Partial<Record<Expectation, string>> = { answer: '/answer' };

function directedWords(model: Model): string {
  const waiting = messagesForMe(model);
  const newest = waiting.at(-1);
  const way = (newest?.expects && ways[newest.expects]) ?? '/reply';
  return newest ? `for you: ${newest.name}${more(waiting.length - 1)}, ${way}` : '';
}

function waitingWords(model: Model): string {
  const [first, ...others] = isOwner(model) ? waitingIn(model) : [];
  return first ? `waiting: ${nameOf(first)}${more(others.length)}, /approve ${handleOf(model, first)}` : '';
}

/** How many participants there are and how many are online, the names that fit, and the number of the others. */
function hereIn({ people, me, connection }: Model, columns: number): Span[] {
  const isOnline = ({ participantId, reach }: ParticipantView) =>
    reach === 'live' || (participantId === me && connection === 'live' && reach !== undefined);
  const members = people.filter(({ status }) => status === 'active' || status === 'muted');
  const online = members.filter(isOnline);
  // An older server does not say who is online.
  const isKnown = members.some(({ reach }) => reach !== undefined);
  const line: Span[] = [{ text: counted(members.length, 'member') + (isKnown ? `, ${online.length} online` : '') }];
  const ordered = [...online, ...members.filter((person) => !isOnline(person))];
  let taken = widthOf(line);
  for (const [i, person] of ordered.entries()) {
    const name = [{ text: i ? ', ' : ': ' }, ...personSpans(person, isOnline(person))];
    taken += widthOf(name);
    if (taken + width(more(ordered.length - i - 1)) > columns) return i ? [...line, { text: more(ordered.length - i) }] : line;
    line.push(...name);
  }
  return line;
}

function personSpans(person: ParticipantView, isOnline: boolean): Span[] {
  const marks = [person.status === 'muted' && 'muted', !isOnline && person.reach].filter(Boolean);
  return [
    { text: nameOf(person), colour: colourOf(person.participantId) },
    { text: marks.length > 0 ? ` (${marks.join(', ')})` : '' },
  ];
}

const widthOf = (line: ChatLine): number => line.reduce((sum, { text }) => sum + width(text), 0);

/** Cuts or pads to the exact width, so that the whole row is inverted. */
function filled(line: ChatLine, columns: number): Span[] {
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
