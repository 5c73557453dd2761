import type { Entry, Tone } from './entry.ts';
import { conversationOf, roomOf } from './layout.ts';
import { linesOf } from './lines.ts';
import type { Model, Size } from './model.ts';

const mostEntries = 2_000;

export const heightOf = (entries: readonly Entry[], { columns }: Size): number =>
  entries.reduce((sum, entry) => sum + linesOf(entry, columns).length, 0);

/** Adds to the conversation; a user who has scrolled up stays there. */
export function added(model: Model, ...news: Entry[]): Model {
  const entries = [...model.entries, ...news].slice(-mostEntries);
  return { ...model, entries, hidden: model.hidden > 0 ? model.hidden + heightOf(news, model.size) : 0 };
}

export const noted = (model: Model, text: string, tone: Tone = 'quiet'): Model => added(model, { kind: 'note', text, tone });

/** Replaces the pending messages below the conversation; a user who has scrolled up stays there. */
export function keptInPlace(model: Model, { pending }: Pick<Model, 'pending'>): Model {
  const grown = heightOf(pending, model.size) - heightOf(model.pending, model.size);
  return { ...model, pending, hidden: model.hidden > 0 ? Math.max(1, model.hidden + grown) : 0 };
}

/** Replaces an entry of the conversation; a user who has scrolled up stays there. */
export function changedEntry(model: Model, place: number, entry: Entry): Model {
  const { size, hidden } = model;
  const grown = heightOf([entry], size) - heightOf([model.entries[place]!], size);
  const isHidden = hidden > heightOf([...model.entries.slice(place + 1), ...model.pending], size);
  return { ...model, entries: model.entries.with(place, entry), hidden: isHidden ? Math.max(1, hidden + grown) : hidden };
}

/** Scrolls up by this many screens, or down if negative. */
export function scrolled(model: Model, screens: number): Model {
  const room = roomOf(model);
  const step = screens * Math.max(1, room - 1);
  const most = Math.max(0, conversationOf(model).length - room);
  return { ...model, hidden: Math.max(0, Math.min(most, model.hidden + step)) };
}

/** Fits the model to another screen size; the lowest visible entry stays the same. */
export function resized(model: Model, size: Size): Model {
  let rest = model.hidden;
  let hidden = 0;
  for (const entry of [...model.entries, ...model.pending].toReversed()) {
    const before = linesOf(entry, model.size.columns).length;
    if (rest < before) break;
    rest -= before;
    hidden += linesOf(entry, size.columns).length;
  }
  return scrolled({ ...model, size, hidden }, 0);
}
