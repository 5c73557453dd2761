import { Link } from '../app/link.tsx';
import { roomAddress } from '../app/place.ts';
import { forget, memberships } from '../space/memberships.ts';

/** The spaces that this browser has keys for. */
export function Remembered() {
  return (
    <section class="remembered" aria-labelledby="remembered-title">
      <h2 id="remembered-title">Your spaces in this browser</h2>
      <ul>
        {memberships.value.map(({ spaceId, spaceName, name, isOwner, key }) => (
          <li key={spaceId} class="card">
            <Link to={roomAddress(spaceId)}>
              <bdi>{spaceName || 'A space'}</bdi>
            </Link>
            <small>
              as <bdi>{name}</bdi> {isOwner && <span class="tag accent">owner</span>}{' '}
              {!key && <span class="tag">waiting for approval</span>}
            </small>
            <button type="button" class="quiet small" onClick={() => forgetAfterAsking(spaceId, spaceName, isOwner)}>
              Forget<span class="unseen"> {spaceName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function forgetAfterAsking(spaceId: string, spaceName: string, isOwner: boolean): void {
  const loss = isOwner ? 'You lose the only key of its owner.' : 'To return, you need another invitation.';
  if (confirm(`Forget ${spaceName} in this browser? ${loss}`)) forget(spaceId);
}
