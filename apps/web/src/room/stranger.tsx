import { Link } from '../app/link.tsx';
import { homeAddress, invitationAddress } from '../app/place.ts';
import { useTitle } from '../app/title.ts';
import type { Membership } from '../space/memberships.ts';
import { ByAccount } from './by-account.tsx';

interface StrangerProps {
  spaceId: string;
  membership: Membership | undefined;
  onOpen: (membership: Membership) => void;
}

/** In the place of a room that this browser has no key to: why, and what can be done. */
export function Stranger({ membership, ...asked }: StrangerProps) {
  useTitle(membership?.spaceName ?? '');
  return (
    <main class="page stranger">
      <Link to={homeAddress()} class="brand">
        Parley
      </Link>
      <WhyNot membership={membership} {...asked} />
      <Link to={homeAddress()} class="button quiet">
        Back to the start
      </Link>
    </main>
  );
}

function WhyNot({ membership, ...asked }: StrangerProps) {
  if (membership?.ended !== undefined) {
    return (
      <>
        <h1>
          <bdi>{membership.spaceName}</bdi>
        </h1>
        <p>{membership.ended}</p>
      </>
    );
  }
  if (membership?.invitationKey) {
    return (
      <>
        <h1>The owner has not let you in yet</h1>
        <p>
          <Link to={invitationAddress(membership.spaceId, membership.invitationKey)}>Continue waiting</Link>
        </p>
      </>
    );
  }
  return <ByAccount {...asked} />;
}
