import { newSpace, delivery as rules, space, type Delivery, type SpaceState } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { overdueDeliveries } from './overdue.ts';
import { nothingYet } from '../../engine/write/effects.ts';
import { Outdated, type SpaceWrite } from '../../engine/write/decide.ts';

const names = { spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public' } as const;
const open = newSpace({ ...names, ttl: 60 }, 0);
const ended = { ...open, space: space.close(open.space, 1_000) };

const many = (count: number): Delivery[] =>
  Array.from({ length: count }, (_, i) =>
    rules.queue({ deliveryId: `d${i}`, messageId: 'm', senderId: 'o', participantId: 'gone', expects: 'ack' }, 0),
  );

/** Deliveries of a participant who is gone; what is recorded is not found again. */
function given(count: number, stateAt: (write: number) => SpaceState = () => open) {
  let left = many(count);
  const events: string[] = [];
  let writes = 0;
  let reads = 0;
  const overdue = overdueDeliveries({
    deliveries: {
      abandoned: async (_: string, limit: number) => {
        reads += 1;
        expect(reads, 'an endless loop').toBeLessThan(100);
        return left.slice(0, limit);
      },
    } as never,
    committer: {
      write: (async (_: string, write: SpaceWrite) => {
        const decided = write.decide(stateAt(writes++), undefined, 2_000, nothingYet);
        // As the fence would.
        if (decided.changes && stateAt(writes).space.end) throw new Outdated();
        const done = new Set(decided.changes?.deliveries?.map(({ deliveryId }) => deliveryId));
        left = left.filter(({ deliveryId }) => !done.has(deliveryId));
        events.push(...(decided.events ?? []).map(({ event }) => event));
        return { outcome: decided.outcome };
      }) as never,
    },
    now: () => 2_000,
  });
  return { overdue, events, left: () => left.length };
}

describe('the deliveries to participants who are gone', () => {
  it.each([1, 200, 450])('%i of them end, each with an event', async (count) => {
    const { overdue, events, left } = given(count);
    await overdue.expire('s');
    expect(left()).toBe(0);
    expect(events).toHaveLength(count);
  });

  it.each([0, 1])('are left alone after the end of the space, which stays the last event (after %i writes)', async (after) => {
    const { overdue, events } = given(400, (write) => (write >= after ? ended : open));
    await overdue.expire('s');
    expect(events).toEqual([]);
  });
});
