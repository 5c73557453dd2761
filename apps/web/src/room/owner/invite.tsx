import './owner.css';
import type { InvitationView } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import type { Room } from '../../space/room.ts';
import { InvitationForm } from './invitation-form.tsx';
import { Invitations } from './invitations.tsx';
import { NewInvitation, type InvitationLinks } from './new-invitation.tsx';

/** Makes an invitation, shows its links, and lists those before it. */
export function Invite({ room }: { room: Room }) {
  const [made, make] = useState<InvitationLinks>();
  const [invitations, list] = useState<readonly InvitationView[]>();
  const [refusal, refuse] = useState('');
  const load = () =>
    room.space.call('listInvitations', {}).then(
      ({ invitations }) => list(invitations),
      (error: Error) => refuse(`The invitations could not be listed. ${error.message}`),
    );
  // Who joins uses an invitation.
  useEffect(() => void load(), [made, room.participants.value.length]);
  return (
    <>
      {made ? (
        <NewInvitation links={made} onAnother={() => make(undefined)} />
      ) : (
        <InvitationForm space={room.space} onMade={make} />
      )}
      <Refusal text={refusal} />
      {invitations && invitations.length > 0 && (
        <Invitations invitations={invitations} room={room} onShow={make} onRevoked={load} />
      )}
    </>
  );
}
