import { isEmpty } from '../../space/drafts.ts';
import type { Room } from '../../space/room.ts';
import { whyNotCorrectable } from '../timeline/correctable.ts';

/** The last message of one's own becomes the draft, to be corrected. Says why it does not. */
export function recall({ entries, me, drafts }: Room): string {
  const last = entries.peek().findLast((entry) => entry.kind === 'message' && entry.message.senderId === me);
  // Somebody can have written while this was loaded.
  if (last?.kind !== 'message' || !isEmpty(drafts.draft.peek())) return '';
  const { id, content } = last.message;
  const reason = whyNotCorrectable(last.message);
  if (reason !== undefined) return `Your last message cannot be corrected: ${reason}.`;
  drafts.correct(id, content);
  return '';
}
