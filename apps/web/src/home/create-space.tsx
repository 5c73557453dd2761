import { useState } from 'preact/hooks';
import { go, roomAddress } from '../app/place.ts';
import { clientOf, useAccount } from '../space/account.ts';
import { remember } from '../space/memberships.ts';

export function CreateSpace() {
  const [refusal, refuse] = useState('');
  const [isBusy, work] = useState(false);
  const account = useAccount();

  async function create(event: SubmitEvent) {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
    const { name = '', purpose = '', ownerName = '', privacy } = form;
    work(true);
    refuse('');
    try {
      const client = await clientOf(account);
      const space = await client.call('createSpace', {
        name,
        description: purpose.trim() || name,
        ownerName,
        privacy: privacy === 'private' ? 'private' : 'public',
        isHuman: true,
      });
      const { spaceId, ownerPrivateKey: key, ownerId: participantId } = space;
      remember({
        spaceId,
        key,
        participantId,
        spaceName: name,
        name: ownerName,
        isOwner: true,
        read: 0,
        usedAt: Date.now(),
      });
      go(roomAddress(spaceId));
    } catch (error) {
      refuse((error as Error).message);
      work(false);
    }
  }

  return (
    <section class="card create" aria-labelledby="create-title">
      <h2 id="create-title">Create a space</h2>
      <form onSubmit={create}>
        <div class="field">
          <label for="space-name">What is it about?</label>
          <input id="space-name" name="name" required maxLength={120} autocomplete="off" placeholder="Release 2.0" />
        </div>
        <div class="field">
          <label for="owner-name">Your name</label>
          <input
            id="owner-name"
            name="ownerName"
            required
            maxLength={80}
            autocomplete="nickname"
            defaultValue={account?.name ?? ''}
          />
        </div>
        <div class="field wide">
          <label for="purpose">
            What should come of it? <small>(optional)</small>
          </label>
          <textarea id="purpose" name="purpose" rows={2} />
        </div>
        <label class="choice wide">
          <input type="checkbox" name="privacy" value="private" /> I approve everyone who joins
        </label>
        {account && (
          <p class="wide">
            The space appears in your account, <bdi>{account.email}</bdi>: you can open it in any browser.
          </p>
        )}
        <p class="said-no wide" role="alert">
          {refusal}
        </p>
        <button class="wide" disabled={isBusy}>
          Create the space
        </button>
      </form>
    </section>
  );
}
