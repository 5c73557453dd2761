import type { Room } from '../../space/room.ts';
import { Person } from './person.tsx';

export function People({ room }: { room: Room }) {
  const here = room.participants.value.filter(({ status }) => status === 'active' || status === 'muted');
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title">
        People <small>{here.length}</small>
      </h2>
      <ul class="people">
        {here.map((participant) => (
          <Person key={participant.participantId} participant={participant} room={room} />
        ))}
      </ul>
    </section>
  );
}
