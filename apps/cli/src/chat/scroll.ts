import { linesOf, type Entry } from './entry.ts';
import { conversationOf, roomOf } from './layout.ts';
import type { Model, Size } from './model.ts';

const mostEntries = 2_000;

/** Adds to the conversation; who reads further up stays there. */
export function added(model: Model, ...news: Entry[]): Model {
  const { columns } = model.size;
  const entries = [...model.entries, ...news].slice(-mostEntries);
  const grown = news.reduce((sum, entry) => sum + linesOf(entry, columns).length, 0);
  return { ...model, entries, hidden: model.hidden > 0 ? model.hidden + grown : 0 };
}

/** Up by so many screens, or down if negative. */
export function scrolled(model: Model, screens: number): Model {
  const room = roomOf(model);
  const step = screens * Math.max(1, room - 1);
  const most = Math.max(0, conversationOf(model).length - room);
  return { ...model, hidden: Math.max(0, Math.min(most, model.hidden + step)) };
}

/** Fits another screen; what was the lowest entry stays it. */
export function resized(model: Model, size: Size): Model {
  let rest = model.hidden;
  let hidden = 0;
  for (const entry of model.entries.toReversed()) {
    const before = linesOf(entry, model.size.columns).length;
    if (rest < before) break;
    rest -= before;
    hidden += linesOf(entry, size.columns).length;
  }
  return scrolled({ ...model, size, hidden }, 0);
}
