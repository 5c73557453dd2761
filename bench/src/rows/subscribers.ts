import { setTimeout as sleep } from 'node:timers/promises';
import { subscription, taskStream } from '../agents.ts';
import { paced, Sender } from '../load/paced.ts';
import { get, openMeeting, sends, type Meeting } from '../meeting.ts';
import { startParley, type ParleyServer } from '../parley.ts';
import { usageOf } from '../probe/usage.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { startCrowd, type Crowd } from '../streams/crowd.ts';
import { atMost, micros, type Row } from '../table.ts';

/** What MCP announces within 100 ms is one notification, so messages are further apart. */
const messagesPerSecond = 5;
const drainMs = 500;

const streams = {
  sse: (meeting: Meeting) => get(meeting, '/messages/stream'),
  modern: (meeting: Meeting) => subscription('2026-07-28', meeting),
  legacy: (meeting: Meeting) => subscription('2025-11-25', meeting),
  a2a: taskStream,
};
type Way = keyof typeof streams;
const ways = Object.keys(streams) as Way[];

const names = { modern: 'an MCP 2026-07-28 subscriber', legacy: 'an MCP 2025-11-25 subscriber', a2a: 'an A2A stream' };

interface Followed {
  server: ParleyServer;
  meeting: Meeting;
  count: number;
  /** Memory of the server per idle stream. */
  kilobytes: number;
}

/** What those who follow a space over MCP and A2A cost, beside as many SSE streams. Each way has a server of its own. */
export const subscribers: Measure = async ({ pace: { fewRounds, ms, quick }, place }) => {
  const count = quick ? 300 : 1_000;
  const crowd = startCrowd();
  const servers: ParleyServer[] = [];
  try {
    const followed = {} as Record<Way, Followed>;
    for (const way of ways) {
      const server = await startParley(place);
      servers.push(server);
      followed[way] = await follow(server, crowd, way, count);
    }
    const tell = Object.fromEntries(ways.map((way) => [way, () => cpuOfEach(followed[way], crowd, way, 6 * ms)])) as Record<
      Way,
      () => Promise<number>
    >;
    await alternate(1, tell);
    const cpu = await alternate(fewRounds, tell);
    const many = count.toLocaleString('en');
    const { sse } = followed;
    const others = Object.entries(names) as [Exclude<Way, 'sse'>, string][];
    return others.flatMap(([way, name]): Row[] => [
      {
        work: `tell ${name}, one of ${many}, of a message: CPU`,
        value: ratioOf(cpu[way], Number, cpu.sse, Number),
        unit: '× SSE',
        goal: atMost(3),
        figures: `${micros(medianOf(cpu[way], Number))} against ${micros(medianOf(cpu.sse, Number))} each`,
      },
      {
        work: `${name}, idle, one of ${many}: memory`,
        value: followed[way].kilobytes / sse.kilobytes,
        unit: '× SSE',
        goal: atMost(3),
        figures: `${followed[way].kilobytes.toFixed(1)} kB against ${sse.kilobytes.toFixed(1)} kB each`,
      },
    ]);
  } finally {
    await Promise.all([crowd, ...servers].map((each) => each.stop()));
  }
};

/** Opens the streams of a group, which stay open, after some others that make the server ready. */
async function follow(server: ParleyServer, crowd: Crowd, group: Way, count: number): Promise<Followed> {
  const meeting = await openMeeting(server.url);
  const request = streams[group](meeting);
  const listen = (name: string, many: number) =>
    crowd.ask({ do: 'listen', group: name, port: server.port, count: many, request });
  await listen('first', 100);
  const before = await usageOf(server.probe, 'memory');
  await listen(group, count);
  const after = await usageOf(server.probe, 'memory');
  await crowd.ask({ do: 'leave', group: 'first' });
  return { server, meeting, count, kilobytes: (after.memoryBytes - before.memoryBytes) / count / 1024 };
}

/** CPU per message and stream in µs. */
async function cpuOfEach({ server, meeting, count }: Followed, crowd: Crowd, group: Way, ms: number): Promise<number> {
  const [message] = sends([meeting]);
  const sender = await Sender.open(server.port, 1);
  try {
    await crowd.ask({ do: 'count', group });
    const before = await usageOf(server.probe);
    const sent = await paced({ perSecond: messagesPerSecond, ms, send: () => sender.send(message!) });
    const { least } = await crowd.ask({ do: 'hear', group, bytes: 1 });
    await sleep(drainMs);
    const after = await usageOf(server.probe);
    if (least === 0) throw new Error(`${group}: a stream was not told`);
    return (after.cpuMicros - before.cpuMicros) / (sent * count);
  } finally {
    sender.close();
  }
}
