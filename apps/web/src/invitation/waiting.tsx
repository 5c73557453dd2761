import { useEffect, useState } from 'preact/hooks';
import { parley } from '../space/client.ts';
import { declineIn } from '../space/ending.ts';
import { conclude, forget, remember, type Membership } from '../space/memberships.ts';

const checkMs = 2_000;
const retryMs = 5_000;

/** Waits until the owner has decided. A lost connection is no decision. */
export function Waiting({ membership }: { membership: Membership }) {
  const [trouble, tell] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    void untilDecided(membership, leaving.signal, tell);
    return () => leaving.abort();
  }, [membership.participantId]);
  return (
    <section class="card waiting" aria-labelledby="waiting-title">
      <p id="waiting-title" role="status">
        <strong>Waiting for the owner to let you in.</strong> This page goes on by itself. You can also close it and come back
        later.
      </p>
      <p>
        You asked to join as <bdi>{membership.name}</bdi>.
      </p>
      {trouble && <p role="alert">{trouble}</p>}
      <button type="button" class="quiet" onClick={() => forget(membership.spaceId)}>
        Stop waiting
      </button>
    </section>
  );
}

async function untilDecided(membership: Membership, signal: AbortSignal, tell: (trouble: string) => void): Promise<void> {
  const { spaceId, participantId, name, invitationKey, ...rest } = membership;
  const call = { key: invitationKey!, signal };
  while (!signal.aborted) {
    try {
      const status = await parley.call('getJoinStatus', { spaceId, participantId }, call);
      if (signal.aborted) return;
      if ('participantPrivateKey' in status) {
        const { participantPrivateKey: key } = status;
        return remember({ ...rest, spaceId, participantId, name, key, usedAt: Date.now() });
      }
      tell('');
      await new Promise((resolve) => setTimeout(resolve, checkMs));
    } catch (error) {
      if (signal.aborted) return;
      const ending = declineIn(error);
      if (ending) return conclude(spaceId, ending);
      tell('The service cannot be reached. This page tries again by itself.');
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
