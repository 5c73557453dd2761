import { counted } from '@parley/core/words';
import './inbox.css';
import { AccountLink } from '../account/account-link.tsx';
import { Link } from '../app/link.tsx';
import { homeAddress, roomAddress } from '../app/place.ts';
import { useTitle } from '../app/title.ts';
import { NotificationSwitch } from '../notifications/switch.tsx';
import { memberships } from '../space/memberships.ts';
import { ItemCard } from './item-card.tsx';
import { useWaiting, waiting, waitingCount } from '../room/waits/waiting.ts';

export function Inbox() {
  useWaiting({ alsoOthers: true });
  const count = waitingCount.value;
  useTitle(count > 0 ? `(${count}) Inbox` : 'Inbox');
  const open = memberships.value.filter(({ key, ended }) => key && ended === undefined);
  const isLoading = open.some(({ spaceId }) => !waiting.value.has(spaceId));
  const itemsIn = (spaceId: string) => {
    const { items = [], held = [] } = waiting.value.get(spaceId) ?? {};
    return [...items, ...held];
  };
  const busy = open.filter(({ spaceId }) => itemsIn(spaceId).length > 0);
  const refused = open.find(({ spaceId }) => waiting.value.get(spaceId)?.refusal);
  return (
    <div class="page inbox">
      <header>
        <Link to={homeAddress()} class="brand">
          Parley
        </Link>
        <nav aria-label="Site">
          <AccountLink />
        </nav>
        <h1>Inbox</h1>
      </header>
      <main>
        <p class="summary" role="status">
          {isLoading ? 'Looking…' : summary(count, open.length)}
        </p>
        {open.length > 0 && <NotificationSwitch />}
        {refused && <p role="alert">Not everything could be read. {waiting.value.get(refused.spaceId)!.refusal}</p>}
        {busy.map((membership) => (
          <section key={membership.spaceId} aria-labelledby={`in-${membership.spaceId}`}>
            <h2 id={`in-${membership.spaceId}`}>
              <Link to={roomAddress(membership.spaceId)}>
                <bdi>{membership.spaceName || 'A space'}</bdi>
              </Link>
            </h2>
            <ul>
              {itemsIn(membership.spaceId).map((item) => (
                <ItemCard key={item.id} item={item} membership={membership} />
              ))}
            </ul>
          </section>
        ))}
        {!isLoading && busy.length === 0 && <Nothing />}
      </main>
    </div>
  );
}

function summary(count: number, spaces: number): string {
  if (count === 0) return 'Nothing waits for you.';
  const where = spaces === 1 ? '' : `, in your ${counted(spaces, 'space')}`;
  return `${counted(count, 'thing waits', 'things wait')} for you${where}.`;
}

const Nothing = () => (
  <>
    <p class="purpose">
      Messages that are directed to you, decisions that you are asked for, your tasks, proposals that you can accept and requests
      to join your spaces appear here, from all spaces that this browser remembers.
    </p>
    <Link to={homeAddress()} class="button quiet">
      Go to your spaces
    </Link>
  </>
);
