import type { MySpace } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { go, roomAddress } from '../app/place.ts';
import { Refusal } from '../design/refusal.tsx';
import { useAccount } from '../space/account.ts';
import { useAction } from '../space/action.ts';
import { memberships } from '../space/memberships.ts';
import { openSpaces, recover } from '../space/recovered.ts';

/** Open spaces of the account that this browser has no key for yet. */
export function AccountSpaces() {
  const [all, list] = useState<readonly MySpace[]>([]);
  const [refusal, refuse] = useState('');
  const isSignedIn = Boolean(useAccount());
  useEffect(() => {
    if (isSignedIn) openSpaces().then(list, (error: Error) => refuse(error.message));
  }, [isSignedIn]);
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

function AccountSpace({ space }: { space: MySpace }) {
  const { spaceId, name, role } = space;
  const { act, isBusy, refusal } = useAction(async () => {
    await recover(space);
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
