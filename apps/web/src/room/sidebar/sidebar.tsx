import './sidebar.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { later } from '../../app/later.tsx';
import { place } from '../../app/place.ts';
import { Dialog } from '../../design/dialog.tsx';
import { isNarrow } from '../../design/narrow.ts';
import type { Room } from '../../space/room.ts';
import { Requests } from '../owner/requests.tsx';
import { PauseButton } from '../pausing.tsx';
import type { Section } from '../resource.ts';
import { resources } from '../resources.ts';
import { closeDrawer, isDrawerOpen } from '../drawer.ts';
import { WaitingList } from '../waits/list.tsx';
import { useOneStop } from './one-stop.ts';
import { People } from './people.tsx';

const NotificationSwitch = later(async () => (await import('../../notifications/switch.tsx')).NotificationSwitch);

const names = resources.flatMap(({ name, section }) => (section ? [name] : []));
const list = new Intl.ListFormat('en-GB').format([...names, 'people']);
const title = list.charAt(0).toUpperCase() + list.slice(1);

/** The sidebar with these sections above the people. */
export const sidebarOf = (sections: readonly Section[]) =>
  function Sidebar({ room }: { room: Room }) {
    // What is opened from the drawer is behind it.
    useEffect(() => closeDrawer, [place.value]);
    useEffect(() => {
      const stops = sections.map(({ follow }) => follow?.(room));
      return () => stops.forEach((stop) => stop?.());
    }, [room]);
    const content = (
      <Sections>
        {room.isOwner.value && <Requests room={room} />}
        <WaitingList room={room} />
        {sections.map(({ Section }, i) => (
          <Section key={i} room={room} />
        ))}
        <People room={room} />
        {room.isOwner.value && <PauseButton room={room} />}
        <NotificationSwitch isBrief />
      </Sections>
    );
    if (!isNarrow.value) {
      return (
        <aside class="sidebar" aria-label={title}>
          {content}
        </aside>
      );
    }
    if (!isDrawerOpen.value) return null;
    return (
      <Dialog title={title} class="drawer" onClose={closeDrawer}>
        {content}
      </Dialog>
    );
  };

function Sections({ children }: { children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  useOneStop(element);
  return (
    <div class="sections" ref={element}>
      {children}
    </div>
  );
}
