import type { Draft } from '../../space/drafts.ts';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';

/** What the message answers or corrects. */
export function Replying({ draft: { replyTo, replaces }, room }: { draft: Draft; room: Room }) {
  const meant = replaces ?? replyTo;
  if (meant === undefined) return null;
  void room.latest('message-redacted').value;
  const message = room.messageOf(meant);
  const isCorrection = replaces !== undefined;
  const end = () => (isCorrection ? room.drafts.replace() : room.drafts.change({ replyTo: undefined }));
  return (
    <div class="replying">
      <p>
        {isCorrection ? 'Correcting' : 'Replying to'}{' '}
        {message ? (
          <a href={`#m${message.sequence}`}>
            <bdi>{room.nameOf(message.senderId, message.senderName)}</bdi>: <span dir="auto">{plain(message)}</span>
          </a>
        ) : (
          'an earlier message'
        )}
      </p>
      <button type="button" class="quiet small" onClick={end}>
        {isCorrection ? 'Do not correct' : 'Do not reply'}
      </button>
    </div>
  );
}
