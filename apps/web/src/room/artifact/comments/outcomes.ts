import type { CompactSpace } from '@parley/sdk/compact';
import type { Room } from '../../../space/room.ts';
import { plain } from '../../../text/plain.ts';
import type { Outcome } from '../../resource.ts';
import { hashOf } from '../address.ts';

const mostEvents = 1_000;
/** A page of the past looks at thousands of events, of whatever kind. */
const mostPages = 10;
const mostListed = 100;

/** What is open on the artifacts. */
export async function outcomesIn({ space, artifacts }: Room): Promise<Outcome[]> {
  const commented = await commentedIn(space);
  const some = artifacts.peek().filter(({ id }) => commented.has(id));
  const found = await Promise.all(some.map((about) => openOn(space, about)));
  return found.flat();
}

/** The artifacts that can have open comments: without what has happened, each would have to be asked for its own. */
async function commentedIn(space: CompactSpace): Promise<ReadonlySet<string>> {
  const threads = new Set<string>();
  const commented = new Set<string>();
  let before: number | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { events, cursor, hasMore } = await space.pastEvents({ kinds: 'comment', before, limit: mostEvents });
    for (const { type, data } of events.toReversed()) {
      // Of a thread, the newest event says how it is now; a reply says nothing of that.
      if (type !== 'comment' || data.replyTo !== undefined || threads.has(data.commentId)) continue;
      threads.add(data.commentId);
      if (data.state === 'open') commented.add(data.artifactId);
    }
    if (!hasMore) break;
    before = cursor;
  }
  return commented;
}

async function openOn(space: CompactSpace, { id: artifactId, name }: { id: string; name: string }): Promise<Outcome[]> {
  const { comments } = await space.call('listComments', { artifactId, limit: mostListed });
  return comments
    .filter(({ replyTo }) => replyTo === undefined)
    .map(({ commentId, text, redacted, authorName }) => ({
      of: 'open',
      title: redacted ? 'A deleted comment' : plain({ type: 'text', content: text }),
      note: `${authorName} on “${name}”`,
      hash: hashOf({ view: 'text', artifactId, about: commentId }),
    }));
}
