import { expect, it } from 'vitest';
import type { A2aCall } from './call.ts';
import { OpenDeliveries } from './open-deliveries.ts';

const me = { spaceId: 's', participantId: 'me' };

/** A store with open deliveries, as the operation `listDeliveries` shows them. */
function storing(open: { messageId: string; sequence: number }[]) {
  const asked: object[] = [];
  const perform = async (_: 'listDeliveries', { limit }: { limit: number }) => {
    asked.push({ limit });
    return { deliveries: open.slice(0, limit), hasMore: open.length > limit };
  };
  return { call: { service: { perform }, metadata: {} } as unknown as A2aCall, open, asked };
}

const done = (messageId: string, participantId = 'me') => ({ messageId, participantId, state: 'done' }) as never;
const queued = (messageId: string, participantId = 'me') => ({ messageId, participantId, state: 'queued' }) as never;

it('begins with those of messages up to the position, and follows the events', async () => {
  const { call } = storing([
    { messageId: 'a', sequence: 3 },
    { messageId: 'b', sequence: 9 },
  ]);
  const deliveries = await OpenDeliveries.upTo(5, me, call);
  expect(deliveries.any).toBe(true);
  deliveries.moved(done('a', 'another'));
  expect(deliveries.any).toBe(true);
  deliveries.moved(done('a'));
  expect(deliveries.any).toBe(false);
  deliveries.sent({ id: 'b', to: ['me'] } as never);
  deliveries.moved(queued('b'));
  expect(deliveries.any).toBe(true);
  deliveries.moved(done('b'));
  expect(deliveries.any).toBe(false);
  deliveries.sent({ id: 'c', to: ['another'] } as never);
  deliveries.sent({ id: 'd' } as never);
  deliveries.moved(queued('c', 'another'));
  expect(deliveries.any).toBe(false);
});

it('asks nothing of a participant who holds or refuses a message, until it accepts it', async () => {
  const { call } = storing([]);
  const deliveries = await OpenDeliveries.upTo(0, me, call);
  const held = { messageId: 'a', participantId: 'me', state: 'held' } as never;
  deliveries.sent({ id: 'a', to: ['me'] } as never, [held]);
  deliveries.moved(held);
  deliveries.sent({ id: 'b', to: ['me'] } as never, [done('b')]);
  deliveries.moved(done('b'));
  expect(deliveries.any).toBe(false);
  deliveries.sent({ id: 'c', to: ['me'] } as never, [done('c', 'another')]);
  expect(deliveries.has('c')).toBe(true);
  deliveries.moved(queued('a'));
  expect(deliveries.has('a')).toBe(true);
});

it('remembers at most 1,000, and looks for the rest when those are done', async () => {
  const { call, open, asked } = storing([]);
  const deliveries = await OpenDeliveries.upTo(0, me, call);
  for (let i = 0; i < 1_500; i += 1) deliveries.moved(queued(`${i}`));
  for (let i = 0; i < 1_000; i += 1) deliveries.moved(done(`${i}`));
  expect([deliveries.any, deliveries.isUnknown]).toEqual([true, true]);
  open.push({ messageId: '1400', sequence: 1 });
  await deliveries.look();
  expect([deliveries.any, deliveries.isUnknown]).toEqual([true, false]);
  deliveries.moved(done('1400'));
  expect(deliveries.any).toBe(false);
  expect(asked).toHaveLength(2);
});

it('ignores a read during which something happened', async () => {
  const { call } = storing([]);
  const deliveries = await OpenDeliveries.upTo(0, me, call);
  for (let i = 0; i < 1_001; i += 1) deliveries.moved(queued(`${i}`));
  for (let i = 0; i < 1_000; i += 1) deliveries.moved(done(`${i}`));
  const looking = deliveries.look();
  deliveries.moved(queued('new'));
  await looking;
  expect(deliveries.any).toBe(true);
  deliveries.moved(done('new'));
  expect(deliveries.isUnknown).toBe(true);
});
