import type { PastEventsOptions } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { describe, expect, it } from 'vitest';
import { before } from './past.ts';

/** A space with events, of which every third is no message, and the pages that were read of it. */
function spaceOf(count: number, isMessage = (sequence: number) => sequence % 3 !== 0) {
  const pages: PastEventsOptions[] = [];
  const all = Array.from({ length: count }, (_, i) => ({
    type: isMessage(i + 1) ? 'message' : 'participant-status',
    id: i + 1,
    data: { id: `m${i + 1}`, sequence: i + 1, content: `${i + 1}`, type: 'text' } as Record<string, unknown>,
  }));
  const space = {
    async pastEvents(options: PastEventsOptions) {
      pages.push(options);
      const { before: end = count + 1, after = 0, limit = 100, kinds } = options;
      const found = all.filter(({ id, type }) => id < end && id > after && (!kinds || type === kinds)).slice(-limit);
      const cursor = found[0]?.id ?? after + 1;
      return { events: found, cursor, hasMore: cursor > after + 1 };
    },
  };
  return { space: space as unknown as CompactSpace, pages };
}
const places = (events: readonly { id: number }[]) => events.map(({ id }) => id);
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('the past', () => {
  it('is read with one request, whatever is between the messages', async () => {
    const { space, pages } = spaceOf(1_000);
    const { events, start } = await before(space, undefined, { count: 50 });
    expect([places(events), start]).toEqual([from(901, 1_000), 901]);
    expect(pages).toHaveLength(1);
    expect(places((await before(space, start, { count: 50 })).events)).toEqual(from(801, 900));
  });

  it('ends with the first event of the space', async () => {
    const { events, start } = await before(spaceOf(200).space, 31, { count: 50 });
    expect([places(events), start]).toEqual([from(1, 30), 1]);
  });

  it('is read on where there are few messages, but not for ever', async () => {
    const { space, pages } = spaceOf(10_000, (sequence) => sequence === 9_700);
    const { events } = await before(space, undefined, { count: 50 });
    expect(places(events)).toContain(9_700);
    expect(pages.length).toBeLessThanOrEqual(5);
  });

  it('is read back to a place that is asked for', async () => {
    const { events, start } = await before(spaceOf(5_000).space, undefined, { count: 50, from: 2_500 });
    expect(start).toBeLessThanOrEqual(2_500);
    expect(places(events)).toEqual(from(start, 5_000));
  });
});
