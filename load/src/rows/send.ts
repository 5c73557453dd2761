import { startBare } from '../bare/start.ts';
import { cpuCosts } from '../cost.ts';
import { cpu, rate, warmed, type Load } from '../load/load.ts';
import { requestBytes } from '../load/request.ts';
import { openMeeting, openMeetings, sends } from '../meeting.ts';
import { content } from '../message.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Pace, Prepare, Stage } from '../stage.ts';
import { atLeast, atMost, micros, millis, perSecond, type Goal, type Row, type Skipped } from '../table.ts';

type Where = 'one' | 'many';
type Sending = (where: Where, clients: number) => () => Promise<Load>;

const bareSend = requestBytes({ method: 'POST', path: '/', key: '0'.repeat(64), body: { content, type: 'text' } });
const spaces = ['one', 'many'] as const;
/** By the number of clients. */
const goals: Record<Where, Record<number, Goal>> = {
  one: { 32: atMost(3), 8: atMost(4.5) },
  many: { 32: atMost(4), 8: atMost(5.5) },
};

/** Sending a message over HTTP: its cost for the server. One client mostly waits, so there the rate counts. */
export const send: Measure = async (stage) => {
  const load = await sending(stage);
  const { port, probe } = await stage.keep(startBare('fastify'));
  const { clients, ms } = stage.pace;
  const bare = (clients: number) => () => stage.generator.ask({ port, probe, requests: [bareSend], clients, ms });
  await bare(32)();

  const rows: (Row | Skipped)[] = [];
  for (const count of clients) {
    for (const where of spaces) {
      rows.push(count === 1 ? await rateOfOne(stage, load, where) : await cpuOf(stage, load, bare(count), where, count));
    }
  }
  return rows;
};

export const sendCosts: Prepare = async (stage) => {
  const load = await sending(stage);
  const { pace } = stage;
  const ways = pace.clients.flatMap((clients) => spaces.map((where) => [nameOf(pace, where, clients), load(where, clients)]));
  return cpuCosts(Object.fromEntries(ways));
};

/** Starts a server that has stored some messages. */
async function sending(stage: Stage): Promise<Sending> {
  const { pace, generator } = stage;
  const { url, port, probe } = await stage.serve();
  const requests = { one: sends([await openMeeting(url, 5)]), many: sends(await openMeetings(url, pace.manySpaces)) };
  const load = (where: Where, clients: number) => ({ port, probe, requests: requests[where], clients, ms: pace.ms });
  for (const where of spaces) await warmed(generator, load(where, 32));
  return (where, clients) => () => generator.ask(load(where, clients));
}

async function cpuOf({ pace }: Stage, load: Sending, bare: () => Promise<Load>, where: Where, clients: number): Promise<Row> {
  const { parley, limit } = await alternate(pace.rounds, { parley: load(where, clients), limit: bare });
  return {
    work: `${nameOf(pace, where, clients)}: CPU`,
    value: ratioOf(parley, cpu, limit, cpu),
    unit: '× bare Fastify',
    goal: goals[where][clients],
    figures: `${micros(medianOf(parley, cpu))} against ${micros(medianOf(limit, cpu))} per request; ${perSecond(medianOf(parley, rate))}`,
  };
}

async function rateOfOne({ pace, postgres }: Stage, load: Sending, where: Where): Promise<Row | Skipped> {
  const work = `${nameOf(pace, where, 1)}: rate`;
  if ('missing' in postgres) return { work, skipped: postgres.missing };
  const { inserts } = postgres;
  const results = await alternate<string, Load | number>(pace.rounds, {
    parley: load(where, 1),
    inserts: () => inserts.rate(1, where, pace.ms),
  });
  const [parley, limit] = [results['parley'] as Load[], results['inserts'] as number[]];
  return {
    work,
    value: ratioOf(parley, rate, limit, Number),
    unit: `× ${inserts.name}`,
    goal: atLeast(0.45),
    figures: `${perSecond(medianOf(parley, rate))}, p99 ${millis(medianOf(parley, (l) => l.p99Ms))} against ${perSecond(medianOf(limit, Number))}`,
  };
}

const nameOf = ({ manySpaces }: Pace, where: Where, clients: number): string =>
  `send over HTTP, ${where === 'one' ? 'one space' : `${manySpaces.toLocaleString('en')} spaces`}, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
