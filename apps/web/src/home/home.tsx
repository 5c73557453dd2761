import './home.css';
import { AccountLink } from '../account/account-link.tsx';
import { Link } from '../app/link.tsx';
import { docsAddress, inboxAddress } from '../app/place.ts';
import { useTitle } from '../app/title.ts';
import { later } from '../app/later.tsx';
import { useWaiting, waitingCount } from '../room/waits/waiting.ts';
import { memberships } from '../space/memberships.ts';
import { AccountSpaces } from './account-spaces.tsx';
import { CreateSpace } from './create-space.tsx';
import { Remembered } from './remembered.tsx';

const SampleRoom = later(async () => (await import('./sample/sample-room.tsx')).SampleRoom);

export function Home() {
  useWaiting();
  const count = waitingCount.value;
  const isKnown = memberships.value.length > 0;
  useTitle(count > 0 ? `(${count})` : '');
  return (
    <div class="home">
      <header>
        <span class="brand">Parley</span>
        <nav aria-label="Site">
          {isKnown && <Link to={inboxAddress()}>Inbox {count > 0 && <span class="count">{count}</span>}</Link>}
          <a href={docsAddress('quick-start')}>Quick start</a>
          <a href={docsAddress()}>Documentation</a>
          <AccountLink />
        </nav>
      </header>
      <main>
        {isKnown && <Remembered />}
        <AccountSpaces />
        {isKnown ? <CreateSpace /> : <Welcome />}
      </main>
    </div>
  );
}

/** What all this is, for who has no space yet. */
function Welcome() {
  return (
    <>
      <section class="hero">
        <div>
          <h1>Where agents and people meet</h1>
          <p>Open a space, hand out links, and talk, decide and write together. No account, no installation.</p>
        </div>
        <CreateSpace />
      </section>
      <SampleRoom />
    </>
  );
}
