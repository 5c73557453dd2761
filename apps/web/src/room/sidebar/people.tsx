import { Avatar } from '../../design/avatar.tsx';
import type { Room } from '../../space/room.ts';

export function People({ room }: { room: Room }) {
  const here = room.participants.value.filter(({ status }) => status === 'active' || status === 'muted');
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title">
        People <small>{here.length}</small>
      </h2>
      <ul class="people">
        {here.map(({ participantId, name, role, reach, status, isOwner, speaker }) => (
          <li key={participantId}>
            <Avatar participantId={participantId} reach={reach} />
            <div>
              <bdi>{name}</bdi> {participantId === room.me && <span class="tag">you</span>}
              {isOwner ? <span class="tag accent">owner</span> : speaker !== 'guest' && <span class="tag">{speaker}</span>}
              {status === 'muted' && <span class="tag attention">muted</span>}
              <small dir="auto">{role}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
