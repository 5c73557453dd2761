import { afterAll, describe, expect, test } from 'vitest';
import { randomFrom } from '../../src/clients/random.ts';
import type { Fault, Pace } from '../../src/soak/faults/fault.ts';
import { faults } from '../../src/soak/faults/table.ts';
import { tryFault } from '../../src/soak/faults/try.ts';
import { Ground } from '../../src/soak/ground.ts';

/** Those that no other test tries; cut connections and a stopped Redis have tests of their own. */
const shared = ['postgres-killed', 'postgres-paused', 'server-paused', 'clock-steps'];
const alone = ['network-to-database', 'disk-full'];
const named = (names: readonly string[]): Fault[] => names.map((name) => faults.find((fault) => fault.name === name)!);

const seed = Number(process.env['SOAK_SEED'] ?? Math.ceil(Math.random() * 1e9));
const grounds: Ground[] = [];
process.setMaxListeners(100);
afterAll(() => Promise.all(grounds.map((ground) => ground.stop())));

function newGround(): Ground {
  const ground = new Ground();
  grounds.push(ground);
  return ground;
}

/** A fault lasts until it was noticed, however long that takes; how fast answers are is for the soak to judge. */
async function wrongIn(fault: Fault, ground: Ground): Promise<string[]> {
  const pace: Pace = { pauseMs: 0, patienceMs: Infinity, random: randomFrom(seed) };
  const { faults: wrong, acknowledged } = await tryFault(fault, ground, pace);
  return [...wrong, ...(acknowledged > 0 ? [] : ['nothing was acknowledged'])].map(
    (each) => `${fault.name}, SOAK_SEED=${seed}: ${each}`,
  );
}

for (const { name, missing } of named([...shared, ...alone])) {
  const why = missing?.();
  if (why !== undefined) console.warn(`SKIPPED: ${name}: ${why}`);
}

// The groups have servers and databases of their own, and run at the same time, because they mostly wait.
describe.concurrent('nothing acknowledged is lost, nothing comes twice, a lock has one holder, and refusals say when to retry', () => {
  test('while PostgreSQL is killed or stands still, a server stands still for longer than a lock, and clocks are set', async () => {
    const [ground, wrong]: [Ground, string[]] = [newGround(), []];
    for (const fault of named(shared)) if (fault.missing?.() === undefined) wrong.push(...(await wrongIn(fault, ground)));
    expect(wrong).toEqual([]);
  });

  for (const fault of named(alone)) {
    test.skipIf(fault.missing?.() !== undefined)(`during ${fault.name}`, async () => {
      expect(await wrongIn(fault, newGround())).toEqual([]);
    });
  }
});
