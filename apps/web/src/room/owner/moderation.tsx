import type { ParticipantView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';
import type { Room } from '../../space/room.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** What the owner can do with a participant. */
export function Moderation({ participant, room }: { participant: ParticipantView; room: Room }) {
  const [isRemoving, remove] = useState(false);
  const { participantId, status } = participant;
  const isMuted = status === 'muted';
  const { act, isBusy, refusal } = useAction((_, call) =>
    room.space.call(isMuted ? 'unmuteParticipant' : 'muteParticipant', { participantId }, call),
  );
  return (
    <div class="moderation">
      <button type="button" class="quiet" disabled={isBusy} onClick={() => act()}>
        {isMuted ? 'Unmute' : 'Mute'}
      </button>
      <button type="button" class="bad" onClick={() => remove(true)}>
        Remove…
      </button>
      <Refusal text={refusal} />
      {isRemoving && <RemoveDialog participant={participant} room={room} onClose={() => remove(false)} />}
    </div>
  );
}
