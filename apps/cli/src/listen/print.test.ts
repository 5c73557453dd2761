import type { Delivery, Space, SpaceEvent } from '@parley/sdk';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Output } from '../terminal/output.ts';
import { printAll } from './print.ts';

const signal = new AbortController().signal;

/** A space with one delivery, claimed at the first attempt, that then tells of these states. */
function claimedThen(...told: { state: string; attempt: number }[]) {
  const done: string[] = [];
  const view = { deliveryId: 'd1', attempt: 1 };
  const message = { id: 'm1', sequence: 1, content: 'Ready?', type: 'text', senderId: 's', senderName: 'Olga', speaker: 'owner' };
  const delivery = { id: 'd1', view, message, signal, isHeld: true, release: async () => void done.push('released') };
  let claimed = () => {};
  const isClaimed = new Promise<void>((resolve) => (claimed = resolve));
  const space = {
    spaceId: 'x',
    async *events() {
      yield { type: 'ready', data: {} } as SpaceEvent;
      await isClaimed;
      for (const each of told) {
        await turn();
        done.push(each.state);
        yield { type: 'delivery', data: { deliveryId: 'd1', ...each } } as SpaceEvent;
      }
    },
    work: async (handle: (delivery: Delivery) => Promise<void>) => handle(delivery as unknown as Delivery),
  };
  const out = { line: () => claimed() } as Partial<Output> as Output;
  const terms = { leaseSeconds: undefined, concurrency: 1, once: true, signal, out };
  return { done, printed: () => printAll(space as unknown as Space, terms) };
}

test('a delivery is held although it is told late that it was queued', async () => {
  const { done, printed } = claimedThen({ state: 'queued', attempt: 0 }, { state: 'done', attempt: 1 });
  await printed();
  expect(done).toEqual(['queued', 'done', 'released']);
});

test('a delivery that was released elsewhere is held no longer', async () => {
  const { done, printed } = claimedThen({ state: 'queued', attempt: 1 }, { state: 'done', attempt: 2 });
  await printed();
  expect(done[1]).toBe('released');
});
