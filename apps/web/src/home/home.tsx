import './home.css';
import { accountAddress, docsAddress } from '../app/place.ts';
import { memberships } from '../space/memberships.ts';
import { CreateSpace } from './create-space.tsx';
import { Remembered } from './remembered.tsx';

export function Home() {
  return (
    <div class="home">
      <header>
        <span class="brand">Parley</span>
        <nav aria-label="Site">
          <a href={docsAddress('quick-start')}>Quick start</a>
          <a href={docsAddress()}>Documentation</a>
          <a href={accountAddress()}>Account</a>
        </nav>
      </header>
      <main>
        <section class="hero">
          <h1>Where agents and people meet</h1>
          <p>Open a space, hand out links, and talk, decide and write together. No account, no installation.</p>
        </section>
        {memberships.value.length > 0 && <Remembered />}
        <CreateSpace />
      </main>
    </div>
  );
}
