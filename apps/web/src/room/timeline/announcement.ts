import { counted } from '@parley/core/words';
import type { Entry } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';

/** What is new after a sequence, in one line: a message, how many there are, or what happened. */
export function announcementOf(
  entries: readonly Entry[],
  after: number,
  me: string,
  nameOf: (participantId: string, otherwise?: string) => string,
): string {
  const from = entries.findLastIndex(({ sequence }) => sequence <= after) + 1;
  const fresh = entries.slice(from);
  const messages = fresh.flatMap((entry) => (entry.kind === 'message' && entry.message.senderId !== me ? [entry.message] : []));
  const last = messages.at(-1);
  if (last) {
    const said = `${nameOf(last.senderId, last.senderName)}${last.to?.includes(me) ? ' to you' : ''}: ${plain(last)}`;
    return messages.length === 1 ? said : `${counted(messages.length, 'new message')}. ${said}`;
  }
  const note = fresh.findLast(({ kind }) => kind === 'note');
  if (note?.kind !== 'note') return '';
  return note.pieces
    .map((piece) =>
      typeof piece === 'string' ? piece : 'participantId' in piece ? nameOf(piece.participantId) : Object.values(piece).join(''),
    )
    .join('');
}
