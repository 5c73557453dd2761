import { expect, it } from 'vitest';
import type { Feed } from './feed.ts';
import type { Ending, Listener } from './follower.ts';
import { nextEvent } from './next.ts';

function waiting() {
  const joined: Listener[] = [];
  const feed = {
    attach: async (_: string, listener: Listener) => {
      joined.push(listener);
      return { position: 0 };
    },
    detach: () => joined.pop(),
  } as unknown as Feed;
  const viewer = { participantId: 'p', isOwner: false };
  const answered = nextEvent(feed, { spaceId: 's', viewer, keyHash: 'k', address: '', since: 0, after: 0, ms: 60_000 });
  return { answered, joined };
}

it.each<[Ending, boolean]>([
  ['over', true],
  ['stopping', false],
])('a poll that is ended because it is %s can wait again: %s', async (why, canWait) => {
  const { answered, joined } = waiting();
  joined[0]!.end(why);
  expect(await answered).toBe(canWait);
  expect(joined).toEqual([]);
});

it('a poll that was told an event can wait again', async () => {
  const { answered, joined } = waiting();
  joined[0]!.deliver([], Buffer.from(''));
  expect(await answered).toBe(true);
});
