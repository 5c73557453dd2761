import './join.css';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '../app/link.tsx';
import { go, homeAddress, roomAddress } from '../app/place.ts';
import { useTitle } from '../app/title.ts';
import { parley } from '../space/client.ts';
import { membershipIn } from '../space/memberships.ts';
import { JoinForm } from './join-form.tsx';
import { SpaceOffer, type InvitationOffer } from './space-offer.tsx';
import { Waiting } from './waiting.tsx';

/** What an invitation link leads to. */
export function Invited({ spaceId, invitationKey }: { spaceId: string; invitationKey: string }) {
  const membership = membershipIn(spaceId);
  const [offer, show] = useState<InvitationOffer>();
  const [refusal, refuse] = useState('');
  const isMember = membership?.key !== undefined;
  const isWaiting = membership?.invitationKey !== undefined;
  useTitle(offer?.space.name ?? 'Invitation');
  useEffect(() => {
    // A returning participant is themselves.
    if (isMember) return go(roomAddress(spaceId), { replace: true });
    const call = { key: invitationKey };
    Promise.all([parley.call('getSpace', { spaceId }, call), parley.call('getMyInvitation', { spaceId }, call)]).then(
      ([space, invitation]) => show({ space, invitation }),
      (error: Error) => refuse(error.message),
    );
  }, [isMember, invitationKey]);
  return (
    <main class="page invited">
      <Link to={homeAddress()} class="brand">
        Parley
      </Link>
      {offer && <SpaceOffer {...offer} />}
      {membership?.ended !== undefined && (
        <p class="card ended" role="status">
          You were here as <bdi>{membership.name}</bdi>. {membership.ended}
        </p>
      )}
      {/* Who asked to join goes on, even if the invitation ended meanwhile. */}
      {isWaiting && <Waiting membership={membership} />}
      {offer && !isWaiting && !isMember && (
        <JoinForm space={offer.space} invitation={offer.invitation} invitationKey={invitationKey} lastName={membership?.name} />
      )}
      {refusal && !isWaiting && (
        <div class="card">
          <h1>This invitation does not work</h1>
          <p role="alert">{refusal}. Ask the person who invited you for another one.</p>
        </div>
      )}
    </main>
  );
}
