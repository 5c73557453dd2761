import { usageOf } from '../probe/usage.ts';
import { medianOf } from '../rounds.ts';
import { scratch } from '../scratch.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost, type Goal, type Row, type Skipped } from '../table.ts';

const work = 'start of a server to its first answer';
const embedded = `${work}, embedded database: CPU`;
const onPostgres = `${work}, PostgreSQL: CPU`;

/** What the start of a server costs: embedded with a new database, on PostgreSQL with tables that exist. */
export const start: Measure = async (stage) => [
  await row(stage, embedded, atMost(2)),
  'missing' in stage.postgres
    ? ({ work: onPostgres, skipped: stage.postgres.missing } satisfies Skipped)
    : await row(stage, onPostgres, atMost(0.8)),
];

export const startCosts: Prepare = async (stage) => ({
  [`${embedded}, s`]: () => cpuOfStart(stage, embedded),
  ...(!('missing' in stage.postgres) && { [`${onPostgres}, s`]: () => cpuOfStart(stage, onPostgres) }),
});

async function row(stage: Stage, work: string, goal: Goal): Promise<Row> {
  const seconds: number[] = [];
  for (let round = 0; round < stage.pace.rounds; round += 1) seconds.push(await cpuOfStart(stage, work));
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
  return {
    work,
    value: medianOf(seconds, Number),
    unit: 's',
    goal,
    figures: `${least.toFixed(2)} to ${most.toFixed(2)} s in ${seconds.length} starts`,
  };
}

async function cpuOfStart(stage: Stage, where: string): Promise<number> {
  const server = await stage.serve(where === embedded ? { PARLEY_DATA_DIR: scratch('start') } : stage.place);
  const answer = await fetch(`${server.url}/api/health`);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  const { cpuMicros } = await usageOf(server.probe);
  await server.stop();
  return cpuMicros / 1e6;
}
