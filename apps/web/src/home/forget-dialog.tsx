import { Dialog } from '../design/dialog.tsx';
import { forget, type Membership } from '../space/memberships.ts';

export function ForgetDialog({ membership, onClose }: { membership: Membership; onClose: () => void }) {
  const { spaceId, spaceName } = membership;
  const confirm = () => {
    forget(spaceId);
    onClose();
  };
  return (
    <Dialog
      class="narrow"
      title={
        <>
          Forget <bdi>{spaceName || 'this space'}</bdi>?
        </>
      }
      onClose={onClose}
    >
      <p>{lossOf(membership)}</p>
      <div class="buttons">
        <button type="button" class="bad" onClick={confirm}>
          Forget
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function lossOf({ key, isOwner }: Membership): string {
  if (!key) return 'It disappears from this list.';
  return isOwner
    ? 'This browser deletes the key of the owner. Without another copy of it, nobody can invite, moderate or close the space any more.'
    : 'This browser deletes your key, but you stay in the list of people. To return, you need another invitation.';
}
