import { startCitus } from '@parley/testing';
import { openMeetings, sends } from '../../clients/meeting.ts';
import { usageOf } from '../../control/control.ts';
import { scratch } from '../../process/scratch.ts';
import type { Figures, Way } from '../figures.ts';
import type { Line, Section } from '../section.ts';
import { Missing } from '../stage.ts';
import { atLeast, atMost } from '../table.ts';
import { sending, sendName, wheres } from './sending.ts';

/** Sending over HTTP with the embedded database, compared with PostgreSQL. */
export const embedded: Section = {
  lines: (pace) =>
    wheres.map((where) => ({
      work: `embedded database: ${sendName(pace, where, 32)}`,
      ...{ way: `embedded ${where} 32`, figure: 'perSecond', than: `PostgreSQL ${where} 32`, unit: '× PostgreSQL' },
      goal: atLeast(0.5),
    })),
  ways: async (stage) => ({
    ...sending(stage, 'embedded', () => stage.serve({ PARLEY_DATA_DIR: scratch('embedded') })),
    ...sending(stage, 'PostgreSQL', async () => stage.serve(stage.postgres.place)),
  }),
};

const nodes = { one: { name: 'one database node', workers: 0 }, three: { name: 'three database nodes', workers: 2 } } as const;
const kinds = ['one', 'three'] as const;

/** All nodes are on this machine, so that the ratio is what Citus costs; what it gains needs several machines. */
export const citus: Section = {
  // The nodes would take most of the time.
  isNotCompared: true,
  lines: (pace) =>
    pace.clients
      .filter((count) => count !== 8)
      .flatMap((clients) =>
        kinds.map((kind): Line => ({
          work: sendName(pace, 'many', clients, `, Citus, ${nodes[kind].name}`),
          ...{ way: `${kind} many ${clients}`, figure: 'perSecond', than: `plain many ${clients}`, unit: '× PostgreSQL' },
          goal: atLeast(0.1),
        })),
      ),
  async ways(stage) {
    const { place } = stage.postgres;
    const cluster = await startCitus();
    if (typeof cluster === 'string') throw new Missing(cluster);
    await stage.add(cluster);
    const on = (kind: keyof typeof nodes) =>
      sending(stage, kind, async () => {
        const url = await cluster.newDatabase({ workers: nodes[kind].workers, shards: 32 });
        return stage.serve({ DATABASE_URL: url });
      });
    return { ...on('one'), ...on('three'), ...sending(stage, 'plain', () => stage.serve(place)) };
  },
};

/** So many requests that nobody is refused, although all are counted. */
const limited = { PARLEY_RATE_LIMIT: String(1e9), PARLEY_RATE_LIMIT_ADDRESS: String(1e9), PARLEY_SPACES_PER_HOUR: String(1e9) };
const workerCounts = [1, 2, 4] as const;
const workersName = (count: number, limits: string): string => `${count} ${count === 1 ? 'worker' : 'workers'}${limits}`;

/** What more workers on the same machine gain, and what it costs to count for all of them. */
export const workers: Section = {
  // No goals: what can be gained depends on the cores that PostgreSQL and the load generator leave.
  lines: () => {
    const line = (way: string, than: string): Line => ({
      work: `send over HTTP, many spaces, 32 clients, ${way}`,
      ...{ way, figure: 'perSecond', than, unit: `× ${than}`, cost: 'microsEach', note: 'the CPU is that of the supervisor' },
      ...(way === than && { isOnlyCost: true }),
    });
    return [
      line('1 worker', '1 worker'),
      line('2 workers', '1 worker'),
      line('4 workers', '1 worker'),
      line('1 worker with limits', '1 worker with limits'),
      line('2 workers with limits', '1 worker with limits'),
    ];
  },
  async ways(stage) {
    const { place } = stage.postgres;
    const way =
      (count: number, settings: Record<string, string>): Way =>
      async () => {
        const server = await stage.serve({ ...place, PARLEY_WORKERS: String(count), ...settings });
        const requests = sends(await openMeetings(server, stage.pace.manySpaces));
        const prepare = stage.loop(server, requests, 32, 2 * stage.pace.ms);
        // Each worker compiles its code by itself.
        for (let i = 1; i < count; i += 1) await prepare();
        const measure = await prepare();
        return async (): Promise<Figures> => {
          const load = await measure();
          return { ...load, microsEach: 1_000_000 / load.perSecond! };
        };
      };
    return Object.fromEntries(
      workerCounts.flatMap((count) => [
        [workersName(count, ''), way(count, {})] as const,
        [workersName(count, ' with limits'), way(count, limited)] as const,
      ]),
    );
  },
};

/** What the start of a server costs: embedded with a new database, on PostgreSQL with tables that exist. */
export const start: Section = {
  lines: () => {
    const line = { figure: 'seconds', title: 'CPU' } as const;
    return [
      { ...line, work: 'start of a server to its first answer, embedded database', way: 'embedded', goal: atMost(2) },
      { ...line, work: 'start of a server to its first answer, PostgreSQL', way: 'PostgreSQL', goal: atMost(0.8) },
    ];
  },
  async ways(stage) {
    const cpuOfStart = async (place: Record<string, string>) => {
      const server = await stage.serve(place);
      const answer = await fetch(`${server.url}/api/health`);
      if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
      const { cpuMicros } = await usageOf(server.control);
      await server.stop();
      return { seconds: cpuMicros / 1e6 };
    };
    return {
      embedded: async () => () => cpuOfStart({ PARLEY_DATA_DIR: scratch('start') }),
      PostgreSQL: async () => {
        const { place } = stage.postgres;
        return () => cpuOfStart(place);
      },
    };
  },
};
