import { RoomScreen } from './room/room-screen.tsx';
import { later } from './app/later.tsx';
import { place } from './app/place.ts';

const Home = later(async () => (await import('./home/home.tsx')).Home);
const Inbox = later(async () => (await import('./inbox/inbox.tsx')).Inbox);
const Invited = later(async () => (await import('./invitation/invited.tsx')).Invited);

export function App() {
  const at = place.value;
  switch (at.screen) {
    case 'invitation':
      return <Invited key={at.spaceId} {...at} />;
    case 'room':
      return <RoomScreen key={at.spaceId} spaceId={at.spaceId} />;
    case 'inbox':
      return <Inbox />;
    case 'home':
      return <Home />;
  }
}
