import './room.css';
import type { SpaceEvent } from '@parley/sdk';
import { untracked } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { later } from '../app/later.tsx';
import { go, homeAddress } from '../app/place.ts';
import { amend, membershipIn, type Membership } from '../space/memberships.ts';
import { afterMessages } from '../space/after-messages.ts';
import { Room } from '../space/room.ts';
import { LinkTargets } from '../text/link-targets.ts';
import { Beside, opened } from './beside.tsx';
import { Composer } from './composer/composer.tsx';
import { targetsIn, resources } from './resources.ts';
import { RoomHeader } from './room-header.tsx';
import { loadSidebar } from './sidebar/load.ts';
import { Timeline } from './timeline/timeline.tsx';

const KeptDraft = later(async () => (await import('./composer/kept-draft.tsx')).KeptDraft);
const Keys = later(afterMessages(async () => (await import('./keys/keys.tsx')).Keys));
const PauseNotice = later(async () => (await import('./pausing.tsx')).PauseNotice);
const Sidebar = later(afterMessages(loadSidebar));
const Stranger = later(async () => (await import('./stranger.tsx')).Stranger);

const isSaid = (event: SpaceEvent, room: Room): boolean => resources.some((each) => each.isSaid?.(event, room));

export function RoomScreen({ spaceId }: { spaceId: string }) {
  const [membership, open] = useState(() => membershipIn(spaceId));
  if (!membership?.key) return <Stranger spaceId={spaceId} membership={membership} onOpen={open} />;
  return <Meeting {...membership} key={spaceId} membershipKey={membership.key} />;
}

function Meeting({ membershipKey: key, ...membership }: Membership & { membershipKey: string }) {
  const room = useMemo(() => {
    const made = new Room({ ...membership, key }, isSaid);
    // Its messages are asked for before what its parts load: a browser has six connections.
    untracked(() => void made.open());
    return made;
  }, []);
  useEffect(() => {
    amend(membership.spaceId, { usedAt: Date.now() });
    return () => room.close();
  }, [room]);
  const targets = useMemo(() => () => targetsIn(room), [room]);
  const ended = room.ended.value;
  return (
    <LinkTargets.Provider value={targets}>
      <div class={opened.value ? 'room has-beside' : 'room'}>
        <Keys room={room} />
        <RoomHeader room={room} />
        <Sidebar room={room} />
        <main aria-label="Conversation">
          {room.paused.value && <PauseNotice room={room} />}
          <Timeline room={room} readUpTo={membership.read} />
          {ended === undefined ? (
            <Composer room={room} />
          ) : (
            <>
              <p class="over" role="status">
                {ended}{' '}
                <button type="button" class="quiet small" onClick={() => go(homeAddress())}>
                  Back to the start
                </button>
              </p>
              <KeptDraft room={room} />
            </>
          )}
        </main>
        <Beside room={room} />
      </div>
    </LinkTargets.Provider>
  );
}
