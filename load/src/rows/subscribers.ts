import { setTimeout as sleep } from 'node:timers/promises';
import { subscription, taskStream } from '../agents.ts';
import { paced, Sender } from '../load/paced.ts';
import { get, openMeeting, sends, type Meeting } from '../meeting.ts';
import { usageOf } from '../probe/usage.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Costs, Measure, Prepare, Stage } from '../stage.ts';
import { startCrowd } from '../streams/crowd.ts';
import { idleMemory } from '../streams/idle.ts';
import { atMost, micros, type Row } from '../table.ts';

/** What MCP announces within 100 ms is one notification, so messages are further apart. */
const messagesPerSecond = 5;
const drainMs = 500;
const mostRounds = 2;
const count = 1_000;

const streams = {
  sse: (meeting: Meeting) => get(meeting, '/messages/stream'),
  modern: (meeting: Meeting) => subscription('2026-07-28', meeting),
  legacy: (meeting: Meeting) => subscription('2025-11-25', meeting),
  a2a: taskStream,
};
type Way = keyof typeof streams;
const ways = Object.keys(streams) as Way[];

const names = { modern: 'an MCP 2026-07-28 subscriber', legacy: 'an MCP 2025-11-25 subscriber', a2a: 'an A2A stream' };
const others = Object.keys(names) as Exclude<Way, 'sse'>[];

/** What those who follow a space over MCP and A2A cost, beside as many SSE streams. Each way has a server of its own. */
export const subscribers: Measure = async (stage) => {
  const { pace } = stage;
  const memory = {} as Record<Way, number>;
  const tell = {} as Record<Way, () => Promise<number>>;
  for (const way of ways) {
    memory[way] = await idleMemory(stage, count, streams[way]);
    tell[way] = await telling(stage, way);
  }
  await alternate(1, tell);
  const cpu = await alternate(Math.min(pace.rounds, mostRounds), tell);
  return others.flatMap((way): Row[] => [
    {
      work: `${tellName(way)}: CPU`,
      value: ratioOf(cpu[way], Number, cpu.sse, Number),
      unit: '× SSE',
      goal: atMost(3),
      figures: `${micros(medianOf(cpu[way], Number))} against ${micros(medianOf(cpu.sse, Number))} each`,
    },
    {
      work: `${idleName(way)}: memory`,
      value: memory[way] / memory.sse,
      unit: '× SSE',
      goal: atMost(3),
      figures: `${memory[way].toFixed(1)} kB against ${memory.sse.toFixed(1)} kB each`,
    },
  ]);
};

export const subscribersCosts: Prepare = async (stage) => {
  const costs: Costs = {};
  for (const way of others) {
    costs[`${tellName(way)}: CPU, µs`] = await telling(stage, way);
    costs[`${idleName(way)}: memory, kB`] = () => idleMemory(stage, count, streams[way]);
  }
  return costs;
};

const tellName = (way: Exclude<Way, 'sse'>): string => `tell ${names[way]}, one of ${count.toLocaleString('en')}, of a message`;
const idleName = (way: Exclude<Way, 'sse'>): string => `${names[way]}, idle, one of ${count.toLocaleString('en')}`;

/** Opens the streams, and returns what measures the CPU per message and stream in µs. */
async function telling(stage: Stage, way: Way): Promise<() => Promise<number>> {
  const [server, crowd] = [await stage.serve(), await stage.keep(startCrowd())];
  const meeting = await openMeeting(server.url);
  await crowd.ask({ do: 'listen', group: way, port: server.port, count, request: streams[way](meeting) });
  const [message] = sends([meeting]);
  return async () => {
    const sender = await Sender.open(server.port, 1);
    try {
      await crowd.ask({ do: 'count', group: way });
      const before = await usageOf(server.probe);
      const sent = await paced({ perSecond: messagesPerSecond, ms: 6 * stage.pace.ms, send: () => sender.send(message!) });
      const { least } = await crowd.ask({ do: 'hear', group: way, bytes: 1 });
      await sleep(drainMs);
      const after = await usageOf(server.probe);
      if (least === 0) throw new Error(`${way}: a stream was not told`);
      return (after.cpuMicros - before.cpuMicros) / (sent * count);
    } finally {
      sender.close();
    }
  };
}
