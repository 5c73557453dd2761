import { Home } from '../home/home.tsx';
import { Invited } from '../join/invited.tsx';
import { RoomScreen } from '../room/room-screen.tsx';
import { place } from './place.ts';

export function App() {
  const at = place.value;
  switch (at.screen) {
    case 'invitation':
      return <Invited key={at.spaceId} {...at} />;
    case 'room':
      return <RoomScreen key={at.spaceId} spaceId={at.spaceId} />;
    case 'home':
      return <Home />;
  }
}
