import type { MyInvitation } from '@parley/sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { go, roomAddress } from '../app/place.ts';
import { parley } from '../space/client.ts';
import { forget, membershipIn, remember } from '../space/memberships.ts';

interface Joining {
  spaceId: string;
  invitationKey: string;
  invitation: MyInvitation | undefined;
  spaceName: string;
}

export function JoinForm({ spaceId, invitationKey, invitation, spaceName }: Joining) {
  const applied = membershipIn(spaceId);
  const [isWaiting, wait] = useState(applied !== undefined);
  const [refusal, refuse] = useState('');
  const leaving = useRef(new AbortController());
  useEffect(() => {
    if (applied) void join(applied.name, undefined, applied.participantId);
    return () => leaving.current.abort();
  }, []);

  /** Asks to join, or goes on waiting for the owner. */
  async function join(name: string, role?: string, participantId?: string): Promise<void> {
    refuse('');
    const known = { spaceId, spaceName, name, isOwner: false, read: 0, usedAt: Date.now() };
    try {
      const space = await parley.join(
        { spaceId, publicInvitationKey: invitationKey },
        {
          name,
          role,
          isHuman: true,
          participantId,
          signal: leaving.current.signal,
          onWaiting: (participantId) => {
            remember({ ...known, participantId, invitationKey });
            wait(true);
          },
        },
      );
      remember({ ...known, participantId: space.participantId!, key: space.key });
      go(roomAddress(spaceId), { replace: true });
    } catch (error) {
      if (leaving.current.signal.aborted) return;
      forget(spaceId);
      wait(false);
      refuse((error as Error).message);
    }
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { name = '', role = '' } = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<
      string,
      string
    >;
    void join(name, role.trim() || undefined);
  };

  if (isWaiting) {
    return (
      <p class="card waiting" role="status">
        <strong>Waiting for the owner to let you in.</strong> Keep this page open, or come back to this address later.
      </p>
    );
  }
  return (
    <form class="card join" onSubmit={submit}>
      <div class="field">
        <label for="name">Your name</label>
        <input id="name" name="name" required maxLength={80} autocomplete="nickname" />
      </div>
      {invitation?.role === undefined ? (
        <div class="field">
          <label for="role">
            Your role <small>(optional)</small>
          </label>
          <input id="role" name="role" maxLength={80} autocomplete="organization-title" />
        </div>
      ) : (
        <p>
          Your role: <bdi>{invitation.role}</bdi>
        </p>
      )}
      <p class="said-no" role="alert">
        {refusal}
      </p>
      <button>Join the space</button>
      <small>This browser remembers you here until you leave.</small>
    </form>
  );
}
