import { expect, test } from 'vitest';
import { randomFrom } from '../../src/clients/random.ts';
import { faults } from '../../src/soak/faults/index.ts';
import { tryFault } from '../../src/soak/faults/try.ts';
import { Ground } from '../../src/soak/ground.ts';
import { scenarios } from '../../src/soak/scenarios.ts';
import { isRequested, sabotaged } from './sabotage.ts';

const [lost, seen] = [/was acknowledged, and is lost/, /^the stream of server \d/];
const unsaid = /without Retry-After/;

/** Of each scenario, a promise that the servers break, and what has to be noticed. */
const broken: Readonly<Record<string, [promise: string, noticed: RegExp]>> = {
  'connections-cut': ['lose', lost],
  'postgres-killed': ['no-retry-after', unsaid],
  'postgres-paused': ['no-retry-after', unsaid],
  'pgbouncer-killed': ['no-retry-after', unsaid],
  'redis-killed': ['refuse', /requests were refused without it/],
  'nats-killed': ['refuse', /requests were refused without it/],
  'server-paused': ['twice', seen],
  'clock-steps': ['drop', seen],
  'network-to-database': ['no-retry-after', unsaid],
  'network-from-database': ['no-retry-after', unsaid],
  'disk-full': ['lose', lost],
  overload: ['lose', /\d+ acknowledged messages are lost/],
  'rolling-restart': ['drop', /a stream got \d+ messages instead of \d+/],
  streams: ['twice', /\d+ events came twice/],
  spaces: ['lose', lost],
};

process.setMaxListeners(200);

test.skipIf(!isRequested).each(scenarios.map(({ name, missing }) => ({ name, missing })))(
  '$name notices servers that break a promise',
  async (scenario) => {
    const why = scenario.missing?.();
    if (why !== undefined) return console.warn(`SKIPPED: ${scenario.name}: ${why}`);
    const [promise, noticed] = broken[scenario.name]!;
    const ground = new Ground({ more: sabotaged(promise) });
    const fault = faults.find(({ name }) => name === scenario.name);
    try {
      const { faults: found } = fault
        ? await tryFault(fault, ground, { pauseMs: 0, patienceMs: Infinity, random: randomFrom(7) })
        : await scenarios.find(({ name }) => name === scenario.name)!.run(ground, { minutes: 0.1, seed: 7 });
      expect(found).toContainEqual(expect.stringMatching(noticed));
    } finally {
      await ground.stop();
    }
  },
);
