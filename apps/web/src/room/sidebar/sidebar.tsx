import './sidebar.css';
import type { Room } from '../../space/room.ts';
import { Artifacts } from '../artifact/artifacts.tsx';
import { People } from './people.tsx';

export function Sidebar({ room }: { room: Room }) {
  return (
    <aside class="sidebar" aria-label="People and artifacts">
      <People room={room} />
      <Artifacts room={room} />
    </aside>
  );
}
