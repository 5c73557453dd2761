import type { MyInvitation, SpaceView } from '@parley/sdk';
import { go, roomAddress } from '../app/place.ts';
import { Refusal } from '../design/refusal.tsx';
import { clientOf, useAccount } from '../space/account.ts';
import { useAction } from '../space/action.ts';
import { remember } from '../space/memberships.ts';

interface Joining {
  space: Pick<SpaceView, 'spaceId' | 'name' | 'privacy'>;
  invitation: MyInvitation;
  invitationKey: string;
  /** Under which they were here before. */
  lastName: string | undefined;
}

export function JoinForm({ space: { spaceId, name: spaceName, privacy }, invitation, invitationKey, lastName }: Joining) {
  const account = useAccount();
  const { act, isBusy, refusal } = useAction(async (said: { name: string; role: string | undefined }, { idempotencyKey }) => {
    const client = await clientOf(account);
    const joined = await client.call('joinSpace', { spaceId, ...said, isHuman: true }, { key: invitationKey, idempotencyKey });
    const { participantId } = joined;
    const membership = { spaceId, spaceName, name: said.name, participantId, isOwner: false, read: 0, usedAt: Date.now() };
    if ('participantPrivateKey' in joined) {
      remember({ ...membership, key: joined.participantPrivateKey });
      go(roomAddress(spaceId), { replace: true });
    } else remember({ ...membership, invitationKey });
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { name = '', role = '' } = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<
      string,
      string
    >;
    void act({ name, role: role.trim() || undefined });
  };
  return (
    <form class="card join" onSubmit={submit}>
      <div class="field">
        <label for="name">Your name</label>
        <input
          id="name"
          name="name"
          required
          maxLength={80}
          autocomplete="nickname"
          defaultValue={lastName ?? account?.name ?? ''}
        />
      </div>
      {invitation.role === undefined ? (
        <div class="field">
          <label for="role">
            Your role <small>(optional)</small>
          </label>
          <input id="role" name="role" maxLength={120} autocomplete="organization-title" />
        </div>
      ) : (
        <p>
          Your role: <bdi>{invitation.role}</bdi>
        </p>
      )}
      {account && (
        <p class="signed-in">
          You are signed in as <bdi>{account.email}</bdi>. Others see that a human with an account joined, but not which. The
          space appears in your account.
        </p>
      )}
      <Refusal text={refusal} />
      <button disabled={isBusy}>{privacy === 'private' ? 'Ask to join' : 'Join the space'}</button>
      <small>This browser remembers you here until you leave.</small>
    </form>
  );
}
