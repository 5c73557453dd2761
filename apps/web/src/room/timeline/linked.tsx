import { roomAddress } from '../../app/place.ts';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';
import { targetsIn } from '../resources.ts';

const most = 3;

/** What a message links to in its own room, as quotes that lead there. Of other links nothing is shown: who is asked for it learns who reads. */
export function Linked({ content, room }: { content: string; room: Room }) {
  const address = `${roomAddress(room.spaceId)}#`;
  const hashes = content
    .split(address)
    .slice(1)
    .map((rest) => `#${/^[\w-]*/.exec(rest)![0]}`);
  return (
    <>
      {[...new Set(hashes)].slice(0, most).map((hash) => (
        <Destination key={hash} hash={hash} room={room} />
      ))}
    </>
  );
}

/** A text decides only which of them it is, and not how it is opened. */
function Destination({ hash, room }: { hash: string; room: Room }) {
  const sequence = Number(/^#m(\d+)$/.exec(hash)?.[1]);
  const entry = room.entries.value.find((each) => each.sequence === sequence);
  const name = targetsIn(room).find((each) => each.hash === hash)?.name;
  if (entry?.kind !== 'message' && name === undefined) return null;
  return (
    <a class="quote" href={hash}>
      <span class="unseen">Leads to </span>
      {entry?.kind === 'message' ? (
        <>
          <bdi>{room.nameOf(entry.message.senderId, entry.message.senderName)}</bdi>{' '}
          <span dir="auto">{plain(entry.message)}</span>
        </>
      ) : (
        <bdi>{name}</bdi>
      )}
    </a>
  );
}
