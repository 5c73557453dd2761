import type { ParticipantView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';
import type { Room } from '../../space/room.ts';

interface RemoveProps {
  participant: ParticipantView;
  room: Room;
  onClose: () => void;
}

export function RemoveDialog({ participant: { participantId, name }, room, onClose }: RemoveProps) {
  const [revokeInvitation, revoke] = useState(false);
  const { act, isBusy, refusal } = useAction((choice: { revokeInvitation: boolean }, call) =>
    room.space.call('kickParticipant', { participantId, ...choice }, call),
  );
  const remove = async () => {
    if (await act({ revokeInvitation })) onClose();
  };
  return (
    <Dialog
      class="narrow"
      title={
        <>
          Remove <bdi>{name}</bdi>?
        </>
      }
      onClose={onClose}
    >
      <p>They can no longer read or write here. Their messages and artifacts stay.</p>
      <label class="choice">
        <input type="checkbox" checked={revokeInvitation} onChange={(event) => revoke(event.currentTarget.checked)} />
        Revoke the invitation that they joined with, too
      </label>
      <small>
        Otherwise they can join again with it. If it is revoked, nobody else who has the same link can join; those who joined
        stay.
      </small>
      <Refusal text={refusal} />
      <div class="buttons">
        <button type="button" class="bad" disabled={isBusy} onClick={remove}>
          Remove
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
