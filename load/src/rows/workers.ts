import { rate, warmed, type Load } from '../load/load.ts';
import { openMeetings, sends } from '../meeting.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { micros, millis, perSecond, type Row } from '../table.ts';

const clients = 32;
/** So many requests that nobody is refused, although all are counted. */
const limited = { PARLEY_RATE_LIMIT: String(1e9), PARLEY_RATE_LIMIT_ADDRESS: String(1e9), PARLEY_SPACES_PER_HOUR: String(1e9) };
const ways = {
  '1 worker': { PARLEY_WORKERS: '1' },
  '2 workers': { PARLEY_WORKERS: '2' },
  '4 workers': { PARLEY_WORKERS: '4' },
  '1 worker with limits': { PARLEY_WORKERS: '1', ...limited },
  '2 workers with limits': { PARLEY_WORKERS: '2', ...limited },
};
type Way = keyof typeof ways;
const names = Object.keys(ways) as Way[];
const nameOf = (way: Way): string => `send over HTTP, many spaces, ${clients} clients, ${way}`;

/** What more workers on the same machine gain, and what it costs to count for all of them. */
export const workers: Measure = async (stage) => {
  const { postgres, pace } = stage;
  if ('missing' in postgres) return [{ work: nameOf('2 workers'), skipped: postgres.missing }];
  const loads = await alternate(pace.rounds, await sending(stage));
  // No goals: what can be gained depends on the cores that PostgreSQL and the load generator leave.
  const row = (way: Way, than: Way): Row => ({
    work: `${nameOf(way)}: rate`,
    value: ratioOf(loads[way], rate, loads[than], rate),
    unit: `× ${than}`,
    figures: [
      `${perSecond(medianOf(loads[way], rate))}, p99 ${millis(medianOf(loads[way], ({ p99Ms }) => p99Ms))}`,
      `against ${perSecond(medianOf(loads[than], rate))};`,
      `the supervisor uses ${micros(medianOf(loads[way], ({ cpuMicros }) => cpuMicros))} per request`,
    ].join(' '),
  });
  return [row('2 workers', '1 worker'), row('4 workers', '1 worker'), row('2 workers with limits', '1 worker with limits')];
};

export const workersCosts: Prepare = async (stage) => {
  if ('missing' in stage.postgres) throw new Error(stage.postgres.missing);
  const each = await sending(stage);
  return Object.fromEntries(
    names.map((way) => [`${nameOf(way)}: µs per message`, async () => 1_000_000 / (await each[way]()).perSecond]),
  );
};

async function sending(stage: Stage): Promise<Record<Way, () => Promise<Load>>> {
  const { generator, pace, place } = stage;
  const loads = {} as Record<Way, () => Promise<Load>>;
  for (const way of names) {
    const { url, port, probe } = await stage.serve({ ...place, ...ways[way] });
    const requests = sends(await openMeetings(url, pace.manySpaces));
    const load = { port, probe, requests, clients, ms: 2 * pace.ms };
    // Each worker compiles its code by itself.
    for (let i = 0; i < Number(ways[way].PARLEY_WORKERS); i += 1) loads[way] = await warmed(generator, load);
  }
  return loads;
}
