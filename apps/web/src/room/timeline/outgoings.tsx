import { draftOf, isNamesOf, namesOf, type Outgoing } from '../../space/outbox.ts';
import type { Entry, Room } from '../../space/room.ts';
import { isEmpty } from '../../space/drafts.ts';
import { Picture } from '../../text/picture.tsx';

const newest = 10;

/** Messages on their way, at the end of the conversation. */
export function Outgoings({ room, entries }: { room: Room; entries: readonly Entry[] }) {
  const { messages, waiting } = room.outbox;
  const isIdle = waiting.value !== '' || room.ended.value !== undefined;
  // The event of a message can arrive before the answer to its sender.
  const arrived = entries
    .slice(-newest)
    .map((entry) => entry.kind === 'message' && entry.message.senderId === room.me && entry.message.content);
  const shown = messages.value.filter(({ content, refusal }) => isIdle || refusal !== undefined || !arrived.includes(content));
  if (shown.length === 0) return null;
  return (
    <ol aria-label="On their way">
      {shown.map((outgoing) => (
        <OutgoingItem
          key={outgoing.once}
          outgoing={outgoing}
          waiting={room.ended.value === undefined ? waiting.value : 'Not sent.'}
          room={room}
        />
      ))}
    </ol>
  );
}

function OutgoingItem({ outgoing, waiting, room }: { outgoing: Outgoing; waiting: string; room: Room }) {
  const { content, type, attachments, refusal } = outgoing;
  const isIdle = waiting !== '' || refusal !== undefined;
  // What is written now would be lost.
  const canEdit = isEmpty(room.drafts.draft.value);
  const edit = () => {
    room.outbox.remove(outgoing);
    room.drafts.replace(draftOf(outgoing));
  };
  return (
    <li class={`outgoing${refusal === undefined ? '' : ' refused-message'}`}>
      {type === 'image' ? <Picture src={content} text="Your image" /> : <p dir="auto">{content}</p>}
      {attachments && !isNamesOf(content, attachments) && <small dir="auto">{namesOf(attachments)}</small>}
      <p class="state" role={refusal !== undefined ? 'alert' : waiting ? 'status' : undefined}>
        {refusal === undefined ? waiting || 'Sending…' : `Not sent. ${refusal}`}
      </p>
      {isIdle && (
        <div class="actions">
          {canEdit && (
            <button type="button" class="quiet small" onClick={edit}>
              Edit
            </button>
          )}
          <button type="button" class="quiet small" onClick={() => room.outbox.remove(outgoing)}>
            Discard
          </button>
        </div>
      )}
    </li>
  );
}
