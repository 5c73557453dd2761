import type { ParticipantView } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { colourOf } from '../watch/paint.ts';
import { nameOf } from '../watch/wording.ts';
import type { Line, Span } from './entry.ts';
import { handleOf, isOwner, named, waitingIn, type Model } from './model.ts';
import { clip, width } from './width.ts';

const connections = { connecting: 'connecting…', live: '', reconnecting: 'reconnecting…' };

/** How things are, the most pressing first, as far as there is room. */
export function statusLine(model: Model): Line {
  const { people, documents } = model;
  const here = people.filter(({ status }) => status === 'active' || status === 'muted');
  const waiting = isOwner(model) ? waitingIn(model) : [];
  const locked = documents.filter(({ lockedBy }) => lockedBy !== undefined);
  const lockedNames = locked.map(({ name, lockedBy }) => `${harmless(name)} (${named(model, lockedBy!)})`);
  const parts: Span[][] = [
    [{ text: connections[model.connection], bold: true, colour: 160 }],
    [{ text: model.hidden > 0 ? `↓ ${model.hidden} more` : '', bold: true }],
    [{ text: model.unsent > 0 ? 'sending…' : '' }],
    [{ text: harmless(model.space), bold: true }],
    [{ text: waiting[0] ? `waiting: ${waiting.map(nameOf).join(', ')}; /approve ${handleOf(model, waiting[0])}` : '' }],
    [{ text: locked.length ? `locked: ${lockedNames.join(', ')}` : '' }],
    [{ text: `${here.length} here: ` }, ...between(here.map(personSpans), ', ')],
  ];
  const told = parts.filter((part) => part.some(({ text }) => text));
  return filled(between(told, ' · '), model.size.columns).map((span) => ({ ...span, inverse: true }));
}

const personSpans = (person: ParticipantView): Span[] => [
  { text: nameOf(person), colour: colourOf(person.participantId) },
  { text: person.status === 'muted' ? ' (muted)' : '' },
];

const between = (parts: Span[][], text: string): Span[] => parts.flatMap((part, i) => (i ? [{ text }, ...part] : part));

/** Exactly so wide, so that the whole row is marked. */
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
