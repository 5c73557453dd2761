import type { Message } from '@parley/sdk';
import { roomAddress } from '../../app/place.ts';
import { CopyButton } from '../../design/copy-button.tsx';
import { isEmpty } from '../../space/drafts.ts';
import type { Room } from '../../space/room.ts';
import { whyNotCorrectable } from './correctable.ts';

/** What can be done with a message. It opens in the line, because a page of lines cuts off what reaches out of it. */
export function MessageMenu({ message, room, onDelete }: { message: Message; room: Room; onDelete?: (() => void) | undefined }) {
  const { id, sequence, type, content, redacted } = message;
  const canCorrect = message.senderId === room.me && !room.isReader.value && whyNotCorrectable(message) === undefined;
  const canWrite = isEmpty(room.drafts.draft.value);
  return (
    <div class="actions" role="group" aria-label="Actions">
      {!room.isReader.value && (
        <button type="button" class="quiet small" onClick={() => room.drafts.answer(id)}>
          Reply
        </button>
      )}
      {canCorrect && (
        <button
          type="button"
          class="quiet small"
          disabled={!canWrite}
          title={canWrite ? undefined : 'Send or clear what you are writing first'}
          onClick={() => room.drafts.correct(id, content)}
        >
          Correct
        </button>
      )}
      <CopyButton text={`${roomAddress(room.spaceId)}#m${sequence}`} label="Copy link" />
      {type !== 'image' && !redacted && <CopyButton text={content} label="Copy text" />}
      {onDelete && (
        <button type="button" class="quiet small" onClick={onDelete}>
          Delete
        </button>
      )}
    </div>
  );
}
