import { startCitus } from '@parley/testing';
import { rate, warmed, type Load } from '../load/load.ts';
import { openMeetings, sends } from '../meeting.ts';
import type { ParleyServer } from '../parley.ts';
import { startParley } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atLeast, millis, perSecond, type Row } from '../table.ts';

const work = 'send over HTTP, Citus';
const nodes = { one: 'one database node', three: 'three database nodes' };
const counts = [32, 1] as const;

/** All nodes are on this machine, so that the ratio is what Citus costs; what it gains needs several machines. */
export const citus: Measure = async (stage) => {
  const { pace, postgres } = stage;
  if ('missing' in postgres) return [{ work, skipped: postgres.missing }];
  const cluster = await startCitus();
  if (typeof cluster === 'string') return [{ work, skipped: cluster }];
  const servers: ParleyServer[] = [];
  await stage.keep({
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await cluster.stop();
    },
  });
  for (const workers of [0, 2] as const) {
    servers.push(await startParley(stage.build, { DATABASE_URL: await cluster.newDatabase({ workers, shards: 32 }) }));
  }
  const one = await sending(stage, servers[0]!);
  const three = await sending(stage, servers[1]!);
  const plain = await sending(stage, await stage.serve());
  const rows: Row[] = [];
  for (const clients of counts.filter((count) => pace.clients.includes(count))) {
    const results = await alternate(pace.rounds, { one: one(clients), three: three(clients), postgres: plain(clients) });
    for (const kind of ['one', 'three'] as const) {
      rows.push({
        work: `${work}, ${nodes[kind]}, ${pace.manySpaces.toLocaleString('en')} spaces, ${clients} ${clients === 1 ? 'client' : 'clients'}: rate`,
        value: ratioOf(results[kind], rate, results.postgres, rate),
        unit: '× PostgreSQL',
        goal: atLeast(0.1),
        figures: `${told(results[kind])} against ${told(results.postgres)}`,
      });
    }
  }
  return rows;
};

/** Other builds are compared on PostgreSQL: the nodes would take most of the time. */
export const citusCosts: Prepare = async () => ({});

/** Sends by any number of clients to the same spaces: to open them takes longer than to measure. */
async function sending(
  { pace, generator }: Stage,
  { url, port, probe }: ParleyServer,
): Promise<(clients: number) => () => Promise<Load>> {
  const load = { port, probe, requests: sends(await openMeetings(url, pace.manySpaces)), ms: pace.ms };
  await warmed(generator, { ...load, clients: counts[0] });
  return (clients) => () => generator.ask({ ...load, clients });
}

const told = (loads: readonly Load[]): string =>
  `${perSecond(medianOf(loads, rate))}, p99 ${millis(medianOf(loads, (l) => l.p99Ms))}`;
