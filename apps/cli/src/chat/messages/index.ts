import type { MessageView, SpaceEvent } from '@parley/sdk';
import { textOf } from '../../watch/wording.ts';
import type { MessageEntry } from '../entry.ts';
import type { Model } from '../model.ts';
import { quoted } from '../quote.ts';
import type { ChatResource } from '../resource.ts';
import { changedEntry } from '../scroll.ts';

type Redaction = NonNullable<MessageView['redacted']>;

/** The model without the texts of some messages, and without what replies quote of them. */
function erased(before: Model, redacted: Redaction, isErased: (entry: MessageEntry) => boolean): Model {
  const text = textOf({ type: 'text', content: '', redacted });
  let model = before;
  for (const [place, entry] of before.entries.entries()) {
    if (entry.kind !== 'message' || !isErased(entry)) continue;
    const { isHtml: _, ...bare } = entry;
    const after = { ...bare, text };
    model = changedEntry(model, place, after);
    const [quote, answers] = [quoted(before, entry), quoted(before, after)];
    for (const [i, each] of model.entries.entries())
      if (each.kind === 'message' && each.answers === quote) model = changedEntry(model, i, { ...each, answers });
  }
  return model;
}

function known(model: Model, { type, data }: SpaceEvent): Model {
  if (type === 'message-redacted') return erased(model, data.redacted, ({ id }) => id === data.messageId);
  if (type === 'text-redacted' && data.answerOf === undefined) {
    const ids: unknown[] = Object.values({ ...data });
    return erased(model, data.redacted, ({ about = [] }) => about.some((id) => ids.includes(id)));
  }
  if (type !== 'messages-expired') return model;
  return erased(model, { at: data.expiredAt, reason: 'retention' }, ({ sequence }) => sequence <= data.through);
}

export const messages: ChatResource = { known, shows: 'message-redacted' };
