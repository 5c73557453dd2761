import { useState } from 'preact/hooks';
import { Link } from '../../app/link.tsx';
import { inboxAddress } from '../../app/place.ts';
import { shownName, type Item } from './items.ts';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';
import { goTo } from './go.ts';
import { waitingOf } from './watch.ts';

/** More are folded. */
const mostShown = 5;

/** What waits for the reader, apart from requests to join, which are answered in the sidebar itself. */
export function WaitingList({ room }: { room: Room }) {
  const [isOpen, open] = useState(false);
  const items = waitingOf(room).value.filter(({ kind }) => kind !== 'request');
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="waiting-list-title">
      <h2 id="waiting-list-title">
        Waits for you <small>{items.length}</small>
      </h2>
      <ul class="waiting-list">
        {(isOpen ? items : items.slice(0, mostShown)).map((item) => (
          <li key={item.id}>
            <button type="button" class="section-link" onClick={() => goTo(item, room)}>
              <Words item={item} />
            </button>
          </li>
        ))}
      </ul>
      <p class="after-list">
        {items.length > mostShown && (
          <button type="button" class="quiet small" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${items.length}`}
          </button>
        )}
        <Link to={inboxAddress()} class="to-inbox">
          Inbox of all spaces
        </Link>
      </p>
    </section>
  );
}

function Words({ item }: { item: Item }) {
  if (item.kind === 'other') return <span dir="auto">{item.title}</span>;
  if (item.kind === 'request') return null;
  const { sender, message } = item;
  return (
    <>
      <bdi>{sender ? shownName(sender) : message.senderName}</bdi>
      <small dir="auto">{plain(message)}</small>
    </>
  );
}
