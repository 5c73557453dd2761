import { useEffect } from 'preact/hooks';
import { later } from '../app/later.tsx';
import { Link } from '../app/link.tsx';
import { homeAddress } from '../app/place.ts';
import { Icon } from '../design/icon.tsx';
import { isNarrow } from '../design/narrow.ts';
import { roughly } from '../text/roughly.ts';
import { afterMessages } from '../space/after-messages.ts';
import type { Connection, Room } from '../space/room.ts';
import { closeDialog, dialog } from './dialogs.ts';
import { isDrawerOpen } from './drawer.ts';
import { useNow } from './now.ts';
import { resources } from './resources.ts';

const tools = resources.flatMap(({ tool }) => (tool ? [later(afterMessages(tool))] : []));

const WaitingPill = later(afterMessages(async () => (await import('./waits/pill.tsx')).WaitingPill));
const AboutSpace = later(async () => (await import('./about-space.tsx')).AboutSpace);
const InviteDialog = later(async () => (await import('./owner/invite-dialog.tsx')).InviteDialog);
const SettingsDialog = later(async () => (await import('./owner/settings-dialog.tsx')).SettingsDialog);

const inWords: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  offline: 'Offline',
  ended: 'Ended',
};

/** Seconds before the end at which a phone says so too. */
const soon = 3_600;
const everyMs = 30_000;

export function RoomHeader({ room }: { room: Room }) {
  const facts = room.facts.value;
  const connection = room.connection.value;
  const isOver = connection === 'ended';
  const isOwner = room.isOwner.value && !isOver;
  useEffect(() => closeDialog, []);
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
          {facts && !isOver && <Purpose room={room} {...facts} />}
        </div>
      </div>
      {!isOver && <WaitingPill room={room} />}
      {!isOver && tools.map((Tool, i) => <Tool key={i} />)}
      {isOwner && !isNarrow.value && (
        <button
          type="button"
          class="quiet icon-only"
          onClick={() => (dialog.value = 'settings')}
          aria-label="Settings"
          title="Settings"
        >
          <Icon name="settings" />
        </button>
      )}
      {isOwner && (
        <button type="button" class="to-invite" onClick={() => (dialog.value = 'invite')}>
          <Icon name="invite" />
          <span>Invite</span>
        </button>
      )}
      {isNarrow.value && <DrawerButton room={room} />}
      {facts && dialog.value === 'about' && <AboutSpace room={room} onClose={closeDialog} />}
      {dialog.value === 'invite' && <InviteDialog room={room} onClose={closeDialog} />}
      {facts && dialog.value === 'settings' && <SettingsDialog room={room} onClose={closeDialog} />}
    </header>
  );
}

interface PurposeProps {
  room: Room;
  name: string;
  description: string;
  agenda?: string;
}

/** What should come of the meeting, and until when, in one line that opens the rest. */
function Purpose({ room, name, description, agenda = '' }: PurposeProps) {
  const purpose = description !== name && description.trim().split('\n')[0];
  const left = (room.endsAt.value - useNow(everyMs)) / 1_000;
  const isShort = isNarrow.value && left > soon;
  return (
    <button type="button" class="plain purpose" onClick={() => (dialog.value = 'about')} title="About this space">
      <Icon name="about" />
      <span class="unseen">About this space: </span>
      <span class="line" dir="auto">
        {!isShort && `ends in ${roughly(left)}`}
        {!isShort && purpose && ' · '}
        {purpose}
        {agenda.trim() && ' · Agenda'}
      </span>
    </button>
  );
}

/** How many are here: the drawer shows them, and what they work on. */
function DrawerButton({ room }: { room: Room }) {
  const people = room.participants.value.filter(({ status }) => status === 'active' || status === 'muted').length;
  return (
    <button type="button" class="quiet to-drawer" onClick={() => (isDrawerOpen.value = true)} aria-haspopup="dialog">
      <Icon name="people" />
      {people}
      <span class="unseen"> here, and what they work on</span>
    </button>
  );
}
