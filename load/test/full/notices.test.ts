import { startIssuer, type Settings } from '@parley/testing';
import { expect, test } from 'vitest';
import type { Attack } from '../../src/siege/attacker.ts';
import { attacks } from '../../src/siege/attacks/index.ts';
import { round, startAttacked } from '../../src/siege/round.ts';
import { faultsOf } from '../../src/siege/verdict.ts';
import { Ground } from '../../src/soak/ground.ts';
import { scenarios } from '../../src/soak/scenarios.ts';

/** These tests take half an hour and need an idle machine, so they run only on request. */
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
const [memory, health] = [/^\d+ MB of memory$/, /^health check p99 \d+ ms$/];

/** Of each attack, a server on which it would have this effect, and what has to be noticed. */
const effects: Readonly<Record<string, [how: string | Settings, noticed: RegExp]>> = {
  calm: ['lose', /was acknowledged, and is lost/],
  'batch-ask': ['stall', health],
  'batch-artifacts': ['grow', memory],
  'batch-spaces': [unlimited, /^\d+ spaces created$/],
  'unread-artifacts': ['grow', memory],
  'unread-pages': ['grow', memory],
  'unread-subscriptions': ['grow', memory],
  'unread-replays': ['stall', health],
  'unread-live': ['twice', /^the stream of the reader/],
  'unread-updates': ['drop', /^the stream of the reader/],
  'heavy-histories': ['stall', health],
  'hostile-differences': ['stall', health],
  'endless-versions': ['grow', memory],
  'endless-proposals': ['grow', memory],
  'minted-keys': [unlimited, /^\d+ messages stored by one address$/],
  'many-fields': ['stall', health],
  'empty-values': ['crash', /^the server died$/],
  'leave-early': ['leak', /^\d+ sockets leaked$/],
  'queued-streams': ['mute', /^\d+ of 40 streams were answered$/],
  'slow-requests': ['leak', /^\d+ sockets leaked$/],
  'waiting-polls': ['mute', /^\d+ polls waited at the same time$/],
  'waiting-tools': ['mute', /^\d+ calls waited at the same time$/],
  'unknown-keys': ['stall', health],
  'forged-sessions': ['fetch-keys', /^keys fetched \d+ times$/],
  'shared-invitation': ['refuse', /^honest clients refused \d+ of \d+ times$/],
  'guessed-passwords': ['stall', health],
  'many-spaces': [unlimited, /^\d+ spaces and \d+ link requests created$/],
  'expired-spaces': ['hold', /^the stream had not ended/],
  'many-addressees': ['grow', memory],
  'flooded-inbox': ['no-claims', /not among the first 10 claims$/],
  'dead-wakes': ['drop', /^the stream of the reader/],
  'hanging-wakes': ['slow', /^a wake-up took \d+ ms$/],
  'silent-verifications': ['slow', /^a wake-up took \d+ ms$/],
  'unread-for-long': ['hold', /^\d+ unused sockets still held$/],
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

/** Most effects come at once. These attacks have to send everything, which takes its time on a busy machine. */
const longer: Readonly<Record<string, number>> = {
  'minted-keys': 10,
  'many-spaces': 10,
  'expired-spaces': 3,
  'unread-for-long': 1,
};
const secondsOf = ({ name, seconds }: Attack): number => (name in longer ? seconds * longer[name]! : Math.min(seconds, 5));

process.setMaxListeners(200);

test.skipIf(!isRequested || process.platform !== 'linux').each(attacks.map((attack, i) => [attack.name, attack, i] as const))(
  '%s notices a server that does not withstand it',
  async (name, attack, i) => {
    const [how, noticed] = effects[name]!;
    const issuer = await startIssuer();
    const server = await startAttacked(issuer, typeof how === 'string' ? sabotaged(how) : how);
    try {
      const seen = await round(server, attack, { issuer, block: 16 + i, ms: 1_000 * secondsOf(attack) });
      expect(faultsOf(seen)).toContainEqual(expect.stringMatching(noticed));
    } finally {
      await server.kill();
      await issuer.stop();
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
