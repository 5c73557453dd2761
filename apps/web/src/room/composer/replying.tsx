import type { Draft } from '../../space/drafts.ts';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';

/** What the message answers. */
export function Replying({ draft: { replyTo }, room }: { draft: Draft; room: Room }) {
  if (replyTo === undefined) return null;
  void room.latest('message-redacted').value;
  const message = room.messageOf(replyTo);
  return (
    <div class="replying">
      <p>
        Replying to{' '}
        {message ? (
          <a href={`#m${message.sequence}`}>
            <bdi>{room.nameOf(message.senderId, message.senderName)}</bdi>: <span dir="auto">{plain(message)}</span>
          </a>
        ) : (
          'an earlier message'
        )}
      </p>
      <button type="button" class="quiet small" onClick={() => room.drafts.change({ replyTo: undefined })}>
        Do not reply
      </button>
    </div>
  );
}
