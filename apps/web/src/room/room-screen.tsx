import './room.css';
import { useEffect, useMemo } from 'preact/hooks';
import { Link } from '../app/link.tsx';
import { go, homeAddress } from '../app/place.ts';
import { amend, membershipIn, type Membership } from '../space/memberships.ts';
import { Room } from '../space/room.ts';
import { Beside } from './artifact/beside.tsx';
import { shown } from './artifact/shown.ts';
import { Composer } from './composer/composer.tsx';
import { RoomHeader } from './room-header.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { Timeline } from './timeline/timeline.tsx';

export function RoomScreen({ spaceId }: { spaceId: string }) {
  const membership = useMemo(() => membershipIn(spaceId), [spaceId]);
  if (!membership?.key) return <Stranger />;
  return <Meeting {...membership} key={spaceId} membershipKey={membership.key} />;
}

function Stranger() {
  return (
    <main class="page">
      <Link to={homeAddress()} class="brand">
        Parley
      </Link>
      <h1>This browser has no key to this space</h1>
      <p>Open the invitation that you received, or ask the owner for another one.</p>
    </main>
  );
}

function Meeting({ membershipKey: key, ...membership }: Membership & { membershipKey: string }) {
  const room = useMemo(() => new Room({ ...membership, key }), []);
  useEffect(() => {
    amend(membership.spaceId, { usedAt: Date.now() });
    void room.open();
    return () => room.close();
  }, [room]);
  const ended = room.ended.value;
  return (
    <div class={shown.value ? 'room has-beside' : 'room'}>
      <RoomHeader room={room} />
      <Sidebar room={room} />
      <main aria-label="Conversation">
        <Timeline room={room} readUpTo={membership.read} />
        {ended === undefined ? (
          <Composer room={room} />
        ) : (
          <p class="over" role="status">
            {ended}{' '}
            <button type="button" class="quiet small" onClick={() => go(homeAddress())}>
              Back to the start
            </button>
          </p>
        )}
      </main>
      <Beside room={room} />
    </div>
  );
}
