import type { MessagesOptions } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { describe, expect, it } from 'vitest';
import { before } from './past.ts';

/** A space in which every event is a message, and the pages that were read of it. */
function spaceOf(count: number) {
  const pages: MessagesOptions[] = [];
  const space = {
    async *history({ after = 0, limit = 0 }: MessagesOptions) {
      for (let last = after; last < count;) {
        pages.push({ after: last, limit });
        const page = Array.from({ length: Math.min(limit, count - last) }, (_, i) => ({ sequence: last + 1 + i }));
        yield* page;
        last += page.length;
      }
    },
  };
  return { space: space as unknown as CompactSpace, pages };
}

describe('earlier messages', () => {
  it('are read with one request', async () => {
    const { space, pages } = spaceOf(200);
    const { messages, isAll } = await before(space, 101, 50);
    expect([messages.map(({ sequence }) => sequence), isAll]).toEqual([Array.from({ length: 50 }, (_, i) => 51 + i), false]);
    expect(pages).toEqual([{ after: 50, limit: 51 }]);
  });

  it('end with the first of the space', async () => {
    const { messages, isAll } = await before(spaceOf(200).space, 31, 50);
    expect([messages.length, messages[0]?.sequence, isAll]).toEqual([30, 1, true]);
  });
});
