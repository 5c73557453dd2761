import { startBare } from '../bare/start.ts';
import type { Load } from '../load/closed-loop.ts';
import { requestBytes } from '../load/request.ts';
import { openMeeting, openMeetings, sends } from '../meeting.ts';
import { content } from '../message.ts';
import { startParley } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atLeast, atMost, micros, millis, perSecond, type Row, type Skipped } from '../table.ts';

const bareSend = requestBytes({ method: 'POST', path: '/', key: '0'.repeat(64), body: { content, type: 'text' } });

/** Sending a message over HTTP: its cost for the server, and its rate with all processes on the same machine. */
export const send: Measure = async ({ pace, generator, place, postgres }) => {
  const { rounds, fewRounds, ms, manySpaces } = pace;
  const [server, http, fastify] = await Promise.all([startParley(place), startBare('http'), startBare('fastify')]);
  try {
    const load = (target: { port: number; probe: string }, requests: readonly Buffer[], clients: number, forMs = ms) =>
      generator.ask({ port: target.port, probe: target.probe, requests, clients, ms: forMs });
    const inOne = sends([await openMeeting(server.url, 5)]);
    const inMany = sends(await openMeetings(server.url, manySpaces));
    for (const requests of [inOne, inMany]) await load(server, requests, 32, 2 * ms);
    for (const bare of [http, fastify]) await load(bare, [bareSend], 32);

    const rows: (Row | Skipped)[] = [];
    for (const clients of pace.clients) {
      for (const where of ['one', 'many'] as const) {
        const results = await alternate<string, Load | number>(clients === 32 ? rounds : fewRounds, {
          http: () => load(http, [bareSend], clients),
          parley: () => load(server, where === 'one' ? inOne : inMany, clients),
          fastify: () => load(fastify, [bareSend], clients),
          ...('inserts' in postgres && { inserts: () => postgres.inserts.rate(clients, where, ms) }),
        });
        const parley = results['parley'] as Load[];
        const spaces = where === 'one' ? 'one space' : `${manySpaces.toLocaleString('en')} spaces`;
        const work = `send over HTTP, ${spaces}, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
        const cost = (name: string, bare: Load[], goal: Row['goal']): Row => ({
          work: `${work}: CPU`,
          value: ratioOf(parley, cpu, bare, cpu),
          unit: `× ${name}`,
          goal: clients === 32 ? goal : undefined,
          figures: `${micros(medianOf(parley, cpu))} against ${micros(medianOf(bare, cpu))} per request`,
        });
        rows.push(cost('bare Fastify', results['fastify'] as Load[], atMost(5)));
        rows.push(cost('bare node:http', results['http'] as Load[], atMost(4)));
        if ('missing' in postgres) {
          rows.push({ work: `${work}: rate`, skipped: postgres.missing });
          continue;
        }
        const inserts = results['inserts'] as number[];
        rows.push({
          work: `${work}: rate`,
          value: ratioOf(parley, rate, inserts, Number),
          unit: `× ${postgres.inserts.name}`,
          goal: clients === 32 ? atLeast(0.5) : undefined,
          figures: `${perSecond(medianOf(parley, rate))}, p99 ${millis(medianOf(parley, (l) => l.p99Ms))} against ${perSecond(medianOf(inserts, Number))}`,
        });
      }
    }
    return rows;
  } finally {
    await Promise.all([server.stop(), http.stop(), fastify.stop()]);
  }
};

const cpu = ({ cpuMicros }: Load): number => cpuMicros;
const rate = ({ perSecond }: Load): number => perSecond;
