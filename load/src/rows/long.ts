import { cpuCosts } from '../cost.ts';
import { rate, type Load } from '../load/load.ts';
import { requestBytes } from '../load/request.ts';
import { get, invite, openMeeting, sends, type Meeting } from '../meeting.ts';
import type { ParleyServer } from '../parley.ts';
import { fill } from '../postgres/fill.ts';
import { statement } from '../postgres/statement.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Pace, Prepare, Stage } from '../stage.ts';
import { atLeast, perSecond, type Row } from '../table.ts';

const newest = 20;
const clients = 8;
const ways = ['poll', 'join', 'send'] as const;
const names = { poll: 'poll of the newest', join: 'join', send: 'send' };

type Way = (typeof ways)[number];

/** Whether a space with many past messages is as fast as one with few. */
export const long: Measure = async (stage) => {
  const { pace, postgres } = stage;
  if ('missing' in postgres) return [{ work: 'a space with a long past', skipped: postgres.missing }];
  const server = await stage.serve();
  const [long, short] = [await using(stage, server, messagesOf(pace)), await using(stage, server, newest)];
  const rows: Row[] = [];
  for (const way of ways) {
    const both = { long: long[way], short: short[way] };
    await alternate(1, both);
    const results = await alternate(pace.rounds, both);
    rows.push({
      work: `${nameOf(pace, way)}: rate`,
      value: ratioOf(results.long, rate, results.short, rate),
      unit: '× empty space',
      goal: atLeast(0.8),
      figures: `${perSecond(medianOf(results.long, rate))} against ${perSecond(medianOf(results.short, rate))}, ${clients} clients`,
    });
  }
  return rows;
};

export const longCosts: Prepare = async (stage) => {
  const { poll, join, send } = await using(stage, await stage.serve(), messagesOf(stage.pace));
  return cpuCosts({
    [nameOf(stage.pace, 'poll')]: poll,
    [nameOf(stage.pace, 'join')]: join,
    [nameOf(stage.pace, 'send')]: send,
  });
};

const messagesOf = ({ quick }: Pace): number => (quick ? 100_000 : 1_000_000);
const nameOf = (pace: Pace, way: Way): string => `${names[way]}, space with ${messagesOf(pace).toLocaleString('en')} messages`;

/** A space with `count` messages, and the ways in which it is used. */
async function using(
  { pace, postgres, generator }: Stage,
  server: ParleyServer,
  count: number,
): Promise<Record<Way, () => Promise<Load>>> {
  if ('missing' in postgres) throw new Error(postgres.missing);
  const { url, port, probe } = server;
  const meeting = await openMeeting(url);
  const start = Date.now() - count - 1_000;
  await fill(postgres.url, { spaceId: meeting.spaceId, from: 1, to: count, start });
  await statement(postgres.url, 'analyze events');
  const after = encodeURIComponent(new Date(start + count - newest).toISOString());
  const load =
    (request: Buffer, until: { ms: number; count?: number } = pace) =>
    () =>
      generator.ask({ port, probe, requests: [request], clients, ms: until.ms, count: until.count });
  return {
    poll: load(get(meeting, `/messages?timestamp=${after}`)),
    // A space can have only a thousand participants.
    join: load(joining(meeting, await invite(url, meeting)), { ms: 60_000, count: 100 }),
    send: load(sends([meeting])[0]!),
  };
}

const joining = ({ spaceId }: Meeting, key: string): Buffer =>
  requestBytes({ method: 'POST', path: `/hub/space/${spaceId}/join`, key, body: { name: 'Newcomer' } });
