import { counted } from '@parley/core/words';
import { useState } from 'preact/hooks';
import { later } from '../app/later.tsx';
import { Link } from '../app/link.tsx';
import { homeAddress } from '../app/place.ts';
import { Icon } from '../design/icon.tsx';
import { isNarrow } from '../design/narrow.ts';
import { roughly } from '../text/roughly.ts';
import type { Connection, Room } from '../space/room.ts';
import { requestsIn } from './owner/requests.tsx';
import { resources } from './resources.ts';
import { isDrawerOpen } from './drawer.ts';

const tools = resources.flatMap(({ tool }) => (tool ? [later(tool)] : []));

const AboutSpace = later(async () => (await import('./about-space.tsx')).AboutSpace);
const InviteDialog = later(async () => (await import('./owner/invite-dialog.tsx')).InviteDialog);
const SettingsDialog = later(async () => (await import('./owner/settings-dialog.tsx')).SettingsDialog);

const inWords: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  offline: 'Offline',
  ended: 'Ended',
};

export function RoomHeader({ room }: { room: Room }) {
  const [opened, open] = useState<'about' | 'invite' | 'settings'>();
  const facts = room.facts.value;
  const connection = room.connection.value;
  const isOver = connection === 'ended';
  const isOwner = room.isOwner.value && !isOver;
  const close = () => open(undefined);
  return (
    <header class="room-header">
      <Link to={homeAddress()} class="brand">
        <span class="unseen">Parley</span>
      </Link>
      <div class="title">
        <h1 dir="auto">{facts?.name ?? 'Opening…'}</h1>
        <div class="state">
          <p class={`connection ${connection}`} role="status">
            {inWords[connection]}
          </p>
          {facts && !isOver && !isNarrow.value && <small>ends in {roughly((room.endsAt.value - Date.now()) / 1_000)}</small>}
        </div>
      </div>
      {isOwner && !isNarrow.value && <RequestCount room={room} />}
      {!isOver && tools.map((Tool, i) => <Tool key={i} />)}
      {facts && !isOver && (
        <button
          type="button"
          class="quiet icon-only"
          onClick={() => open('about')}
          aria-label="About this space"
          title="About this space"
        >
          <Icon name="about" />
        </button>
      )}
      {isOwner && !isNarrow.value && (
        <button type="button" class="quiet icon-only" onClick={() => open('settings')} aria-label="Settings" title="Settings">
          <Icon name="settings" />
        </button>
      )}
      {isOwner && (
        <button type="button" class="to-invite" onClick={() => open('invite')}>
          <Icon name="invite" />
          <span>Invite</span>
        </button>
      )}
      {isNarrow.value && <DrawerButton room={room} />}
      {opened === 'about' && <AboutSpace room={room} onClose={close} onSettings={() => open('settings')} />}
      {opened === 'invite' && <InviteDialog room={room} onClose={close} />}
      {opened === 'settings' && <SettingsDialog room={room} onClose={close} />}
    </header>
  );
}

function RequestCount({ room }: { room: Room }) {
  const count = requestsIn(room.participants.value).length;
  if (count === 0) return null;
  const show = () => document.getElementById('requests')?.focus();
  return (
    <button type="button" class="attention" onClick={show}>
      {counted(count, 'person asks', 'people ask')} to join
    </button>
  );
}

function DrawerButton({ room }: { room: Room }) {
  const people = room.participants.value.filter(({ status }) => status === 'active' || status === 'muted').length;
  const artifacts = room.artifacts.value.length;
  const requests = room.isOwner.value ? requestsIn(room.participants.value).length : 0;
  const label = [
    counted(people, 'person', 'people'),
    counted(artifacts, 'artifact'),
    ...(requests > 0 ? [`${requests} asking to join`] : []),
  ].join(', ');
  return (
    <button
      type="button"
      class="quiet to-drawer"
      onClick={() => (isDrawerOpen.value = true)}
      aria-haspopup="dialog"
      aria-label={label}
    >
      <Icon name="people" />
      <span>{people}</span>
      <Icon name="document" />
      <span>{artifacts}</span>
      {requests > 0 && <span class="count">{requests}</span>}
    </button>
  );
}
