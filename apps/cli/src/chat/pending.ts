import type { HistoryDirection, PendingEntry } from './entry.ts';
import type { Model } from './model.ts';
import { keptInPlace } from './scroll.ts';

/** The model with a message that is being sent, for the first time or again. */
export function sending(model: Model, id: string, text: string, direction?: HistoryDirection): Model {
  const entry: PendingEntry = { kind: 'pending', id, text, state: 'sending', ...(direction && { direction }) };
  const isKnown = model.pending.some((each) => each.id === id);
  return isKnown ? changed(model, id, () => entry) : keptInPlace(model, { pending: [...model.pending, entry] });
}

/** The model after the service stored a message; it stays visible until the stream delivers it. */
export function stored(model: Model, id: string, messageId: string): Model {
  const isShown = model.entries.some((entry) => entry.kind === 'message' && entry.id === messageId);
  if (isShown) return without(model, (entry) => entry.id === id);
  return changed(model, id, (entry) => ({ ...entry, state: 'sent', messageId }));
}

export const failed = (model: Model, id: string, reason: string): Model =>
  changed(model, id, (entry) => ({ ...entry, state: 'failed', reason: reason.replace(/\.$/, '') }));

export const delivered = (model: Model, messageId: string): Model => without(model, (entry) => entry.messageId === messageId);

export const discarded = (model: Model): Model => without(model, ({ state }) => state === 'failed');

/** Messages that the service has not confirmed. */
export const unsentIn = ({ pending }: Model): PendingEntry[] => pending.filter(({ state }) => state !== 'sent');

export const failedIn = ({ pending }: Model): PendingEntry[] => pending.filter(({ state }) => state === 'failed');

export const isSending = ({ pending }: Model): boolean => pending.some(({ state }) => state === 'sending');

const changed = (model: Model, id: string, change: (entry: PendingEntry) => PendingEntry): Model =>
  keptInPlace(model, { pending: model.pending.map((entry) => (entry.id === id ? change(entry) : entry)) });

function without(model: Model, isGone: (entry: PendingEntry) => boolean): Model {
  return model.pending.some(isGone) ? keptInPlace(model, { pending: model.pending.filter((entry) => !isGone(entry)) }) : model;
}
