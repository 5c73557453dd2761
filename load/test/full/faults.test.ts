import { afterAll, describe, expect, test } from 'vitest';
import { Ground, type Scenario } from '../../src/soak/ground.ts';
import { scenarios } from '../../src/soak/scenarios.ts';

const named = (...names: string[]) => scenarios.filter(({ name }) => names.includes(name));
const shared = named('connections-cut', 'postgres-killed', 'postgres-paused', 'server-paused', 'clock-steps');
const alone = named('rolling-restart', 'network-to-database', 'disk-full');

const grounds: Ground[] = [];
process.setMaxListeners(100);
afterAll(() => Promise.all(grounds.map((ground) => ground.stop())));

function newGround(): Ground {
  const ground = new Ground();
  grounds.push(ground);
  return ground;
}

/** A fault lasts until it was noticed, however long that takes; how fast answers are is for the soak to judge. */
async function wrongIn({ name, run }: Scenario, ground: Ground): Promise<string[]> {
  const { faults } = await run(ground, { minutes: 0, pauseMs: 0, patienceMs: Infinity });
  return faults.map((fault) => `${name}: ${fault}`);
}

for (const { name, missing } of [...shared, ...alone]) {
  const why = missing?.();
  if (why !== undefined) console.warn(`SKIPPED: ${name}: ${why}`);
}

// The groups have servers and databases of their own, and run at the same time, because they mostly wait.
describe.concurrent('nothing acknowledged is lost, nothing comes twice, a lock has one holder, and refusals say when to retry', () => {
  test('while connections are cut, PostgreSQL is killed or stands still, a server stands still for longer than a lock, and clocks are set', async () => {
    const [ground, wrong]: [Ground, string[]] = [newGround(), []];
    for (const fault of shared) if (fault.missing?.() === undefined) wrong.push(...(await wrongIn(fault, ground)));
    expect(wrong).toEqual([]);
  });

  for (const fault of alone) {
    test.skipIf(fault.missing?.() !== undefined)(`during ${fault.name}`, async () => {
      expect(await wrongIn(fault, newGround())).toEqual([]);
    });
  }
});
