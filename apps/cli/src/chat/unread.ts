import type { MessageEntry } from './entry.ts';
import type { Model } from './model.ts';
import { added, heightOf } from './scroll.ts';

/** Adds a message. Messages that the user cannot see are counted, with a marker before the first one. */
export function received(model: Model, message: MessageEntry): Model {
  const isSeen = model.hidden === 0 && !model.isAway;
  if (isSeen || message.senderId === model.me) return added(model, message);
  const count = model.unread + 1;
  if (count === 1) return added({ ...unmarked(model), unread: count }, { kind: 'unread', count }, message);
  const entries = model.entries.map((entry) => (entry.kind === 'unread' ? { ...entry, count } : entry));
  return added({ ...model, entries, unread: count }, message);
}

/** The model when the user is at the terminal: at the end of the conversation nothing is unread. */
export function looking(model: Model): Model {
  return { ...model, isAway: false, unread: model.hidden === 0 ? 0 : model.unread };
}

/** Removes the marker; a user who has scrolled up stays there. */
export function unmarked(model: Model): Model {
  const place = model.entries.findIndex(({ kind }) => kind === 'unread');
  if (place < 0) return model;
  const below = heightOf([...model.entries.slice(place + 1), ...model.pending], model.size);
  const hidden = below < model.hidden ? model.hidden - 1 : model.hidden;
  return { ...model, entries: model.entries.toSpliced(place, 1), hidden };
}
