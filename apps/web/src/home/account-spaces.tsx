import type { MySpace } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { go, roomAddress } from '../app/place.ts';
import { Refusal } from '../design/refusal.tsx';
import { account, signedInClient } from '../space/account.ts';
import { useAction } from '../space/action.ts';
import { memberships, remember } from '../space/memberships.ts';

/** Open spaces of the account that this browser has no key for yet. */
export function AccountSpaces() {
  const [all, list] = useState<readonly MySpace[]>([]);
  const [refusal, refuse] = useState('');
  useEffect(() => void openSpaces().then(list, (error: Error) => refuse(error.message)), []);
  const known = new Set(memberships.value.filter(({ key }) => key).map(({ spaceId }) => spaceId));
  const others = all.filter(({ spaceId }) => !known.has(spaceId));
  if (others.length === 0) return refusal ? <Refusal text={refusal} /> : null;
  return (
    <section aria-labelledby="account-spaces-title">
      <h2 id="account-spaces-title">Other spaces of your account</h2>
      <ul class="space-cards">
        {others.map((space) => (
          <AccountSpace key={space.spaceId} space={space} />
        ))}
      </ul>
    </section>
  );
}

async function openSpaces(): Promise<readonly MySpace[]> {
  if (!(await account())) return [];
  const spaces = await (await signedInClient()).account.spaces();
  return spaces.filter(({ state, status }) => state === 'open' && (status === 'active' || status === 'muted'));
}

function AccountSpace({ space: { spaceId, name, role, participantId } }: { space: MySpace }) {
  const { act, isBusy, refusal } = useAction(async () => {
    const { privateKey: key } = await (await signedInClient()).getMySpaceKey(spaceId);
    // The room fills in the name under which they are there.
    remember({ spaceId, spaceName: name, key, participantId, name: '', isOwner: role === 'owner', read: 0, usedAt: Date.now() });
    go(roomAddress(spaceId));
  });
  return (
    <li class="card">
      <div>
        <p class="space-name">
          <bdi>{name}</bdi>
        </p>
        {role === 'owner' && <span class="tag accent">owner</span>}
        <Refusal text={refusal} />
      </div>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => act()}>
        Open<span class="unseen"> {name}</span>
      </button>
    </li>
  );
}
