import type { MessageView, SpaceEvent } from '@parley/sdk';
import { textOf } from '../../watch/wording.ts';
import { messageEntry, type MessageEntry } from '../entry.ts';
import type { Model } from '../model.ts';
import { quoted } from '../quote.ts';
import type { ChatResource } from '../resource.ts';
import { changedEntry } from '../scroll.ts';

type Redaction = NonNullable<MessageView['redacted']>;

/** The model with other texts of some messages, also where replies quote them. */
function changed(before: Model, isMeant: (entry: MessageEntry) => boolean, change: (entry: MessageEntry) => MessageEntry): Model {
  let model = before;
  for (const [place, entry] of before.entries.entries()) {
    if (entry.kind !== 'message' || !isMeant(entry)) continue;
    const after = change(entry);
    model = changedEntry(model, place, after);
    const [quote, answers] = [quoted(before, entry), quoted(before, after)];
    for (const [i, each] of model.entries.entries())
      if (each.kind === 'message' && each.answers === quote) model = changedEntry(model, i, { ...each, answers });
  }
  return model;
}

function erased(model: Model, redacted: Redaction, isErased: (entry: MessageEntry) => boolean): Model {
  const text = textOf({ type: 'text', content: '', redacted });
  return changed(model, isErased, ({ isHtml: _, ...entry }) => ({ ...entry, text }));
}

/** The model with what a correction says, at the place of what it corrects. */
function corrected(model: Model, message: MessageView): Model {
  const { text, isHtml = false } = messageEntry(message);
  const isMeant = ({ id }: MessageEntry) => id === message.replaces;
  return changed(model, isMeant, ({ isHtml: _, ...entry }) => ({
    ...entry,
    ...(isHtml && { isHtml }),
    text: `${text}\n(corrected)`,
  }));
}

function known(model: Model, { type, data }: SpaceEvent): Model {
  if (type === 'message' && data.replaces !== undefined) return corrected(model, data);
  if (type === 'message-redacted') return erased(model, data.redacted, ({ id }) => id === data.messageId);
  if (type === 'text-redacted' && data.answerOf === undefined) {
    const ids: unknown[] = Object.values({ ...data });
    return erased(model, data.redacted, ({ about = [] }) => about.some((id) => ids.includes(id)));
  }
  if (type !== 'messages-expired') return model;
  return erased(model, { at: data.expiredAt, reason: 'retention' }, ({ sequence }) => sequence <= data.through);
}

export const messages: ChatResource = { known, shows: 'message-redacted' };
