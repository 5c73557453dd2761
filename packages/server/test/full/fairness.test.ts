import { answer, ask, invite, openSpace } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';

const [members, strangers, changes] = [900, 8, 10];
/** How many changes may pass while one waits: without a turn of its own, hundreds did. */
const overtaken = 100;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

test('a change through one process is stored while clients of another change a large space all the time', async () => {
  const [fullInboxes, other] = [cluster.nth(0), cluster.nth(1)];
  const owner = await openSpace(fullInboxes);
  const invitation = await invite(fullInboxes, owner);
  const come = () => answer(200, fullInboxes, 'joinSpace', invitation, { name: 'Stranger' });
  for (let i = 0; i < members / 100; i += 1) await Promise.all(Array.from({ length: 100 }, come));
  let isOver = false;
  const statuses: number[] = [];
  const pounding = Array.from({ length: strangers }, async () => {
    for (let i = 0; !isOver; i += 1) statuses.push((await ask(fullInboxes, 'updateSpace', owner, { agenda: `${i}` })).status);
  });
  const passed: number[] = [];
  for (let i = 0; i < changes; i += 1) {
    const before = statuses.length;
    await answer(200, other, 'updateSpace', owner, { description: `Round ${i}` });
    passed.push(statuses.length - before);
  }
  isOver = true;
  await Promise.all(pounding);
  // The median: one process can stand still during one of them while the other goes on.
  expect(passed.toSorted((a, b) => a - b)[changes / 2]).toBeLessThan(overtaken);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
