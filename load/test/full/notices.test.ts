import type { Settings } from '@parley/testing';
import { expect, test } from 'vitest';
import { attacks } from '../../src/siege/attacks.ts';
import { round, startAttacked } from '../../src/siege/round.ts';
import { faultsOf } from '../../src/siege/verdict.ts';
import { Ground } from '../../src/soak/ground.ts';
import { scenarios } from '../../src/soak/scenarios.ts';

/** These tests take a quarter of an hour and need an idle machine, so they run only on request. */
const isRequested = process.env['PARLEY_SABOTAGE'] !== undefined;
if (!isRequested) console.warn('SKIPPED: whether sabotaged servers are noticed, which PARLEY_SABOTAGE=1 tests');

/** The settings of a server that breaks a promise. */
const sabotaged = (broken: string): Settings => ({
  LOAD_SABOTAGE: broken,
  NODE_OPTIONS: `--import=${new URL('./sabotage.mjs', import.meta.url).href}`,
});

const unlimited: Settings = {
  PARLEY_RATE_LIMIT: '0',
  PARLEY_SPACES_PER_HOUR: '1000000',
  PARLEY_MAX_BYTES_PER_SPACE: String(2 ** 40),
};

/** Of each attack, a server on which it would have this effect, and what has to be noticed. */
const effects: Readonly<Record<string, [how: string | Settings, noticed: RegExp]>> = {
  calm: ['lose', /was acknowledged, and is lost/],
  'costly-requests': ['stall', /^health check p99 \d+ ms$/],
  'unread-answers': ['grow', /^\d+ MB of memory$/],
  'unread-replays': ['crash', /^the server died$/],
  'unread-live': ['twice', /^the stream of the reader/],
  'full-space': ['refuse', /^honest clients refused \d+ of \d+ times$/],
  'many-connections': ['leak', /^\d+ sockets leaked$/],
  floods: [unlimited, /^\d+ messages stored by one address$/],
};

const [lost, seen] = [/was acknowledged, and is lost/, /^the stream of server \d/];
const unsaid = /without Retry-After/;

/** Of each scenario, a promise that the servers break, and what has to be noticed. */
const broken: Readonly<Record<string, [promise: string, noticed: RegExp]>> = {
  'connections-cut': ['lose', lost],
  'postgres-killed': ['no-retry-after', unsaid],
  'postgres-paused': ['no-retry-after', unsaid],
  'server-paused': ['twice', seen],
  'rolling-restart': ['twice', seen],
  'clock-steps': ['drop', seen],
  'network-to-database': ['no-retry-after', unsaid],
  'network-from-database': ['no-retry-after', unsaid],
  'disk-full': ['lose', lost],
  overload: ['lose', /\d+ acknowledged messages are lost/],
  streams: ['twice', /\d+ events came twice/],
  spaces: ['lose', lost],
};

process.setMaxListeners(200);

test.skipIf(!isRequested || process.platform !== 'linux').each(attacks)(
  '$name notices a server that does not withstand it',
  async (attack) => {
    const [how, noticed] = effects[attack.name]!;
    const server = await startAttacked(typeof how === 'string' ? sabotaged(how) : how);
    try {
      expect(faultsOf(await round(server, attack))).toContainEqual(expect.stringMatching(noticed));
    } finally {
      await server.kill();
    }
  },
);

test.skipIf(!isRequested).each(scenarios)('$name notices servers that break a promise', async (scenario) => {
  const why = scenario.missing?.();
  if (why !== undefined) return console.warn(`SKIPPED: ${scenario.name}: ${why}`);
  const [promise, noticed] = broken[scenario.name]!;
  const ground = new Ground(sabotaged(promise));
  try {
    const { faults: found } = await scenario.run(ground, { minutes: 0.1, pauseMs: 0, patienceMs: Infinity });
    expect(found).toContainEqual(expect.stringMatching(noticed));
  } finally {
    await ground.stop();
  }
});
