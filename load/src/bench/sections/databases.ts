import { startCitus } from '@parley/testing';
import { openMeetings, sends } from '../../clients/meeting.ts';
import { usageOf } from '../../control/control.ts';
import { scratch } from '../../process/resources.ts';
import { Missing, type Figures, type Way } from '../figures.ts';
import type { Line } from '../section.ts';
import type { Stage } from '../stage.ts';
import { sending, sendName, wheres } from './sending.ts';

/** Sending over HTTP with the embedded database, compared with PostgreSQL. */
export async function embedded(stage: Stage): Promise<Line[]> {
  const way = await sending(stage, await stage.serve({ PARLEY_DATA_DIR: scratch('embedded') }));
  const than = await sending(stage, await stage.serve());
  return wheres.map((where) => ({
    work: `embedded database: ${sendName(stage.pace, where, 32)}`,
    ...{ way: way(where, 32), figure: 'perSecond', than: than(where, 32), unit: '× PostgreSQL', atLeast: 0.5 },
  }));
}

/** All nodes are on this machine, so that the ratio is what Citus costs; what it gains needs several machines. */
export async function citus(stage: Stage): Promise<Line[]> {
  const cluster = await startCitus();
  if (typeof cluster === 'string') throw new Missing(cluster);
  await stage.add(cluster);
  const on = async (workers: 0 | 2) =>
    sending(stage, await stage.serve({ DATABASE_URL: await cluster.newDatabase({ workers, shards: 32 }) }));
  const nodes = { one: await on(0), three: await on(2) };
  const plain = await sending(stage, await stage.serve());
  return stage.pace.clients
    .filter((count) => count !== 8)
    .flatMap((clients) => {
      const than = plain('many', clients);
      return Object.entries(nodes).map(([count, way]): Line => ({
        work: sendName(stage.pace, 'many', clients, `, Citus, ${count} database ${count === 'one' ? 'node' : 'nodes'}`),
        ...{ way: way('many', clients), figure: 'perSecond', than, unit: '× PostgreSQL', atLeast: 0.1 },
      }));
    });
}

/** What more workers on the same machine gain. That depends on the cores that the others leave: there are no goals. */
export async function workers(stage: Stage): Promise<Line[]> {
  const on =
    (count: number): Way =>
    async () => {
      const server = await stage.serve({ PARLEY_WORKERS: String(count) });
      const requests = sends(await openMeetings(server, stage.pace.manySpaces));
      const prepare = stage.loop(server, requests, 32, 2 * stage.pace.ms);
      // Each worker compiles its code by itself.
      for (let i = 1; i < count; i += 1) await prepare();
      return prepare();
    };
  const than = on(1);
  return [2, 4].map((count) => ({
    work: `send over HTTP, many spaces, 32 clients, ${count} workers`,
    ...{ way: on(count), figure: 'perSecond', than, unit: '× 1 worker', note: 'the CPU is that of the supervisor' },
  }));
}

/** What the start of a server costs: embedded with a new database, on PostgreSQL with tables that exist. */
export async function start(stage: Stage): Promise<Line[]> {
  const cpuOfStart = (place: () => Record<string, string>) => async () => async (): Promise<Figures> => {
    const server = await stage.serve(place());
    const answer = await fetch(`${server.url}/api/health`);
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    const { cpuMicros } = await usageOf(server.control);
    await server.stop();
    return { seconds: cpuMicros / 1e6 };
  };
  const line = { figure: 'seconds', title: 'CPU' } as const;
  const work = 'start of a server to its first answer,';
  const embedded = cpuOfStart(() => ({ PARLEY_DATA_DIR: scratch('start') }));
  return [
    { ...line, work: `${work} embedded database`, way: embedded, atMost: 2 },
    { ...line, work: `${work} PostgreSQL`, way: cpuOfStart(() => ({})), atMost: 0.8 },
  ];
}
