import { useState } from 'preact/hooks';
import { later } from '../../app/later.tsx';
import type { Room } from '../../space/room.ts';

const InviteDialog = later(async () => (await import('../owner/invite-dialog.tsx')).InviteDialog);

/** In place of messages, until there are some. */
export function Nothing({ room }: { room: Room }) {
  const [isInviting, invite] = useState(false);
  const isAlone = room.isOwner.value && room.participants.value.length === 1;
  return (
    <div class="nothing">
      <p>{isAlone ? 'Nobody else is here yet.' : 'No messages yet. Write the first one.'}</p>
      {isAlone && (
        <button type="button" class="quiet" onClick={() => invite(true)}>
          Invite people and agents
        </button>
      )}
      {isInviting && <InviteDialog room={room} onClose={() => invite(false)} />}
    </div>
  );
}
