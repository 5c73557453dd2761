import './sidebar.css';
import { useEffect } from 'preact/hooks';
import { later } from '../../app/later.tsx';
import { place } from '../../app/place.ts';
import { Dialog } from '../../design/dialog.tsx';
import { isNarrow } from '../../design/narrow.ts';
import type { Room } from '../../space/room.ts';
import { Artifacts } from '../artifact/artifacts.tsx';
import { Requests } from '../owner/requests.tsx';
import { taskListOf } from '../tasks/task-list.ts';
import { Tasks } from '../tasks/tasks.tsx';
import { closeDrawer, isDrawerOpen } from './drawer.ts';
import { People } from './people.tsx';

const NotificationSwitch = later(async () => (await import('../../notifications/switch.tsx')).NotificationSwitch);

export function Sidebar({ room }: { room: Room }) {
  // What is opened from the drawer is behind it.
  useEffect(() => closeDrawer, [place.value]);
  // Also while the drawer is closed, because leases have to be renewed.
  useEffect(() => taskListOf(room).follow(), [room]);
  const content = (
    <>
      {room.isOwner.value && <Requests room={room} />}
      <People room={room} />
      <Artifacts room={room} />
      <Tasks room={room} />
      <NotificationSwitch isBrief />
    </>
  );
  if (!isNarrow.value) {
    return (
      <aside class="sidebar" aria-label="People, artifacts and tasks">
        {content}
      </aside>
    );
  }
  if (!isDrawerOpen.value) return null;
  return (
    <Dialog title="People, artifacts and tasks" class="drawer" onClose={closeDrawer}>
      {content}
    </Dialog>
  );
}
