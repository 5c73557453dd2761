import { Dialog } from '../../design/dialog.tsx';
import type { Room } from '../../space/room.ts';
import { Invite } from './invite.tsx';

export const InviteDialog = ({ room, onClose }: { room: Room; onClose: () => void }) => (
  <Dialog title="Invite to this space" onClose={onClose}>
    <Invite room={room} />
  </Dialog>
);
