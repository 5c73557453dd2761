import type { Artifact } from '@parley/sdk';
import { expect, test, vi } from 'vitest';
import { ownRoom } from '../../screen/room.ts';
import type { Seat } from '../../screen/seat.ts';

const here = ownRoom({ PARLEY_LOCK_TTL_SECONDS: '15' });

/** Olga at a terminal, and an agent with an artifact that she can lock. */
async function sitting() {
  const owner = await here.create();
  const agent = await here.parley.join(await owner.invite(), { name: 'Planner' });
  const plan = await agent.artifacts.create({ name: 'Plan' });
  const seat = here.sit(owner);
  await seat.isIn(2);
  return { seat, plan };
}

async function lock(seat: Seat): Promise<void> {
  seat.type('/lock Plan\r');
  await seat.sees('locked: Plan (Olga)');
}

const endOf = async (plan: Artifact) => Date.parse((await plan.refresh()).lockExpiresAt!);

test('a lock taken in a chat is kept alive until it is released', async () => {
  const { seat, plan } = await sitting();
  await lock(seat);
  const end = await endOf(plan);
  seat.type('/lock Plan\r');
  await vi.waitUntil(async () => (await endOf(plan)) > end, { timeout: 60_000, interval: 200 });
  seat.type('/unlock Plan\r');
  await seat.sees('Olga unlocked “Plan”');
  await plan.lock();
  await seat.sees('locked: Plan (Planner)');
});

test.each([
  ['/quit', (seat: Seat) => seat.type('/quit\r')],
  ['Ctrl-C', (seat: Seat) => seat.type('\x03\x03')],
  ['SIGTERM', (seat: Seat) => seat.signal('SIGTERM')],
])('who leaves by %s leaves no lock behind', async (_, leave) => {
  const { seat, plan } = await sitting();
  await lock(seat);
  leave(seat);
  await seat.ended;
  expect(await plan.lock()).toMatchObject({ lockExpiresAt: expect.any(String) as string });
});

test('a user who leaves right after /lock leaves no lock behind either', async () => {
  const { seat, plan } = await sitting();
  seat.type('/lock Plan\r/quit\r');
  await seat.ended;
  expect(await plan.lock()).toMatchObject({ lockedBy: plan.space.participantId });
});

test('/lock does not wait for a lock that another participant holds', async () => {
  const { seat, plan } = await sitting();
  await plan.lock();
  seat.type('/lock Plan\r');
  await seat.sees('Planner holds the lock on “Plan”');
});

test('the owner is asked before breaking the lock of another participant', async () => {
  const { seat, plan } = await sitting();
  await plan.lock();
  await seat.sees('locked: Plan (Planner)');
  seat.type('/unlock Plan\r');
  await seat.sees('Planner holds the lock on “Plan”. Break it? [y/N]');
  expect((await plan.refresh()).lockedBy).toBe(plan.space.participantId);
  seat.type('y');
  await seat.sees('Olga unlocked “Plan”');
  expect((await plan.refresh()).lockedBy).toBeUndefined();
});

test('a chat whose service is down ends all the same', async () => {
  const { seat } = await sitting();
  await lock(seat);
  await here.server.kill();
  seat.type('\x03\x03');
  expect(await seat.ended).toBe(130);
});
