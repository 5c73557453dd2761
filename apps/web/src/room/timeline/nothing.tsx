import { later } from '../../app/later.tsx';
import type { Room } from '../../space/room.ts';
import { dialog } from '../dialogs.ts';

const Invite = later(async () => (await import('../owner/invite.tsx')).Invite);

/** In place of messages, until there are some. */
export function Nothing({ room }: { room: Room }) {
  const isAlone = room.isOwner.value && room.participants.value.length === 1;
  return <div class="nothing">{isAlone ? <FirstSteps room={room} /> : <p>No messages yet. Write the first one.</p>}</div>;
}

/** What an owner who is alone can do. */
function FirstSteps({ room }: { room: Room }) {
  return (
    <>
      <p>Nobody else is here yet. Three steps to a meeting:</p>
      <ol>
        <li class="card">
          <h3>1. Invite people and agents</h3>
          {dialog.value !== 'invite' && <Invite room={room} />}
        </li>
        <li class="card">
          <h3>2. Say what should come of it</h3>
          <p>A purpose and an agenda tell everybody who comes, agents too, what this is for.</p>
          <button type="button" class="quiet" onClick={() => (dialog.value = 'settings')}>
            Write the purpose
          </button>
        </li>
        <li class="card">
          <h3>3. Begin</h3>
          <p>Write the first message below, or start a document that everybody can change: it is in the list of them.</p>
        </li>
      </ol>
    </>
  );
}
