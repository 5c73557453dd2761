import type { MessageEntry } from './entry.ts';
import type { Model } from './model.ts';
import { added, heightOf } from './scroll.ts';

/** Adds a message; one that its reader cannot see yet is counted, and a marker stands before the first of those. */
export function received(model: Model, message: MessageEntry): Model {
  const isSeen = model.hidden === 0 && !model.isAway;
  if (isSeen || message.senderId === model.me) return added(model, message);
  const count = model.unread + 1;
  if (count === 1) return added({ ...unmarked(model), unread: count }, { kind: 'unread', count }, message);
  const entries = model.entries.map((entry) => (entry.kind === 'unread' ? { ...entry, count } : entry));
  return added({ ...model, entries, unread: count }, message);
}

/** The model once its user is looking: at the end of the conversation nothing is unread. */
export function looking(model: Model): Model {
  return { ...model, isAway: false, unread: model.hidden === 0 ? 0 : model.unread };
}

/** Without the marker; a reader further up stays there. */
export function unmarked(model: Model): Model {
  const place = model.entries.findIndex(({ kind }) => kind === 'unread');
  if (place < 0) return model;
  const below = heightOf([...model.entries.slice(place + 1), ...model.pending], model.size);
  const hidden = below < model.hidden ? model.hidden - 1 : model.hidden;
  return { ...model, entries: model.entries.toSpliced(place, 1), hidden };
}
