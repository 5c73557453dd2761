import type { DeliveryEvent } from '@parley/sdk';
import type { MessageEntry, Receipt } from '../entry.ts';
import type { Model } from '../model.ts';
import { changedEntry } from '../scroll.ts';

type Told = Pick<DeliveryEvent, 'messageId' | 'participantId' | 'state' | 'expects'>;

type News = Pick<DeliveryEvent, 'messageId' | 'participantId' | 'state' | 'outcome' | 'note'>;

/** The model after news of a delivery. */
export function receipted(model: Model, { messageId, participantId, state, outcome, note }: News): Model {
  const place = model.entries.findLastIndex((entry) => entry.kind === 'message' && entry.id === messageId);
  const entry = model.entries[place] as MessageEntry | undefined;
  if (!entry?.to?.some(({ id, receipt }) => id === participantId && receipt)) return model;
  const receipt: Receipt = { state: state === 'done' ? outcome! : state, ...(note && { note }) };
  const to = entry.to.map((each) => (each.id === participantId ? { ...each, receipt } : each));
  return changedEntry(model, place, { ...entry, to });
}

/** Whether a delivery only tells the user of a reply, which the conversation shows. */
export const tellsOfReply = ({ me, entries }: Pick<Model, 'me' | 'entries'>, news: Told): boolean =>
  news.participantId === me &&
  news.state === 'queued' &&
  news.expects === 'nothing' &&
  entries.some((entry) => entry.kind === 'message' && entry.id === news.messageId && !entry.to?.some(({ isMe }) => isMe));
