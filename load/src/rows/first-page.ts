import type { Load } from '../load/load.ts';
import { get, openMeeting } from '../meeting.ts';
import { fill } from '../postgres/fill.ts';
import { statement } from '../postgres/statement.ts';
import { medianOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost, millis } from '../table.ts';

const work = 'first page of a space of 100,000 messages, tables without statistics: p50';
/** At so many rows without statistics PostgreSQL chose to sort the whole space. */
const young = 400;
const messages = 100_000;

/** Reading a space from its beginning, with plans that were made when the tables were small and unknown. */
export const firstPage: Measure = async (stage) => {
  if ('missing' in stage.postgres) return [{ work, skipped: stage.postgres.missing }];
  const page = await paging(stage);
  const loads: Load[] = [];
  for (let round = 0; round < stage.pace.rounds; round += 1) loads.push(await page());
  const p50 = medianOf(loads, ({ p50Ms }) => p50Ms);
  const figures = `20 messages over HTTP, 1 client; p99 ${millis(medianOf(loads, ({ p99Ms }) => p99Ms))}`;
  return [{ work, value: p50, unit: 'ms', goal: atMost(1), figures }];
};

export const firstPageCosts: Prepare = async (stage) => {
  const page = await paging(stage);
  return { [`${work}, ms`]: async () => (await page()).p50Ms };
};

async function paging(stage: Stage): Promise<() => Promise<Load>> {
  const { generator, pace, postgres } = stage;
  if ('missing' in postgres) throw new Error(postgres.missing);
  const url = await postgres.create();
  const { port, probe, ...server } = await stage.serve({ DATABASE_URL: url });
  await statement(url, 'alter table events set (autovacuum_enabled = off)');
  const meeting = await openMeeting(server.url);
  const past = { spaceId: meeting.spaceId, start: Date.now() - messages - 1_000 };
  const load = (ms: number) =>
    generator.ask({ port, probe, requests: [get(meeting, '/messages?after=0&limit=20')], clients: 1, ms });
  await fill(url, { ...past, from: 1, to: young });
  await load(pace.ms);
  await fill(url, { ...past, from: young + 1, to: messages });
  return () => load(pace.ms);
}
