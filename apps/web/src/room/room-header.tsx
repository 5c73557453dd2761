import { Link } from '../app/link.tsx';
import { homeAddress } from '../app/place.ts';
import { ShownLink } from './artifact/shown-link.tsx';
import { roughly } from '../join/roughly.ts';
import type { Connection, Room } from '../space/room.ts';

const inWords: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  ended: 'Ended',
};

export function RoomHeader({ room }: { room: Room }) {
  const facts = room.facts.value;
  const connection = room.connection.value;
  return (
    <header class="room-header">
      <Link to={homeAddress()} class="brand">
        <span class="unseen">Parley</span>
      </Link>
      <h1 dir="auto">{facts?.name ?? ''}</h1>
      <p class={`connection ${connection}`} role="status">
        {inWords[connection]}
      </p>
      {facts && <small class="left">ends in {roughly((room.endsAt.value - Date.now()) / 1_000)}</small>}
      <ShownLink to={{ view: 'list' }} class="button quiet to-artifacts">
        Artifacts
      </ShownLink>
    </header>
  );
}
