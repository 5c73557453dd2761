import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '@parley/testing';
import { openMeeting, openMeetings, sends, streamOf } from '../../clients/meeting.ts';
import { content } from '../../clients/message.ts';
import { usageOf } from '../../control/control.ts';
import { subscription, taskStream } from '../../generators/agents.ts';
import { Connection } from '../../generators/connection.ts';
import { Listener, now } from '../../generators/listener.ts';
import { paced, Sender } from '../../generators/paced.ts';
import { operationBytes } from '../../generators/request.ts';
import { openFilesLimit, startListeners, type Listeners } from '../../generators/start.ts';
import { quantile } from '../../measure/statistics.ts';
import { until } from '../../process/concurrency.ts';
import type { Server } from '../../servers/serve.ts';
import { startBare } from '../bare/start.ts';
import type { Figures, Way } from '../figures.ts';
import type { Line, Section } from '../section.ts';
import type { Pace, Stage } from '../stage.ts';
import { atMost } from '../table.ts';

/** Opens streams, which must all stay open. */
async function listen(listeners: Listeners, group: string, port: number, count: number, request: Buffer): Promise<void> {
  const requests = Array<Buffer>(count).fill(request);
  const { open, ends } = await listeners.ask({ do: 'listen', group, port, requests, reads: 'bytes' });
  if (open < count) throw new Error(`${count - open} streams did not open: ${ends.join(', ')}`);
}

/** They stay open: the memory that a start leaves behind goes to them. */
const first = 1_000;
/** What a collection frees is returned to the system in steps. */
const [readings, betweenMs] = [5, 200];
/** Until the last announcement has arrived. */
const drainMs = 500;

/** Memory of a fresh server for each of `count` idle streams. */
const idle =
  (stage: Stage, count: number, request: (member: Member) => Buffer): Way =>
  async () =>
  async (): Promise<Figures> => {
    const [server, listeners] = [await stage.serve(), await stage.add(startListeners())];
    const bytes = request(await openMeeting(server));
    await listen(listeners, 'first', server.port, first, bytes);
    const before = await settledMemory(server);
    await listen(listeners, 'idle', server.port, count, bytes);
    const after = await settledMemory(server);
    await Promise.all([server.stop(), listeners.stop()]);
    return { kilobytes: (after - before) / count / 1024 };
  };

async function settledMemory({ control }: Server): Promise<number> {
  let least = Infinity;
  for (let reading = 0; reading < readings; reading += 1) {
    least = Math.min(least, (await usageOf(control, 'memory')).memoryBytes);
    await sleep(betweenMs);
  }
  return least;
}

/** Something that sends a message to many streams. */
interface Fan {
  listeners: Listeners;
  control: string;
  /** The bytes that each stream gets for a message; unknown where some are announced together. */
  bytes?: number;
  /** For each measurement anew, because an idle connection is closed. */
  connect(): Promise<{ send(): void; close(): void }>;
}

/** Streams of a server of their own, and somebody who sends messages over so many connections. */
async function followed(stage: Stage, count: number, request: (owner: Member) => Buffer, connections: number): Promise<Fan> {
  const [server, listeners] = [await stage.serve(), await stage.add(startListeners())];
  const owner = await openMeeting(server);
  const [message] = sends([owner]);
  await listen(listeners, 'all', server.port, count, request(owner));
  const connect = async () => {
    const sender = await Sender.open(server.port, connections);
    return { send: () => sender.send(message!), close: () => sender.close() };
  };
  return { listeners, control: server.control, connect };
}

/** CPU per message and stream. */
const cpuOfEach =
  ({ listeners, bytes, control, connect }: Fan, count: number, perSecond: number, ms: number) =>
  async (): Promise<Figures> => {
    const { send, close } = await connect();
    await listeners.ask({ do: 'hear', group: 'all' });
    const before = await usageOf(control);
    const sent = await paced({ perSecond, ms, send });
    const wanted = bytes === undefined ? 1 : sent * bytes;
    const { least } = await listeners.ask({ do: 'hear', group: 'all', bytes: wanted });
    if (bytes === undefined) await sleep(drainMs);
    const after = await usageOf(control);
    close();
    if (least < wanted) throw new Error(`A stream got ${least} bytes of ${wanted}`);
    return { cpuMicros: (after.cpuMicros - before.cpuMicros) / (sent * count) };
  };

const deliveriesPerSecond = 40_000;
const countsOf = ({ quick }: Pace): number[] => (!quick && openFilesLimit() > 11_000 ? [5_000, 1_000] : [1_000]);

/** One message to many streams, at a rate that both servers can sustain, and the cost of an idle stream. */
export const fanOut: Section = {
  hasWarmUp: true,
  lines: (pace) => {
    const counts = countsOf(pace);
    const most = Math.max(...counts);
    return [
      ...counts.map((count): Line => ({
        work: `deliver a message to ${count.toLocaleString('en')} streams`,
        ...{ way: `space ${count}`, figure: 'cpuMicros', than: `raw ${count}`, unit: '× raw sockets', goal: atMost(1) },
        note: `${deliveriesPerSecond.toLocaleString('en')} deliveries a second`,
      })),
      {
        work: `an idle stream of ${most.toLocaleString('en')}`,
        ...{ way: 'idle', figure: 'kilobytes', title: 'memory', goal: atMost(10), isOnce: true },
      },
    ];
  },
  async ways(stage) {
    const counts = countsOf(stage.pace);
    const spaces = new Map<number, Promise<Required<Fan>>>();
    const space = (count: number) => spaces.get(count) ?? spaces.set(count, spaceFan(stage, count)).get(count)!;
    const cpu = (fan: Fan, count: number) => cpuOfEach(fan, count, deliveriesPerSecond / count, 2 * stage.pace.ms);
    return Object.fromEntries([
      ...counts.flatMap((count): [string, Way][] => [
        [`space ${count}`, async () => cpu(await space(count), count)],
        [`raw ${count}`, async () => cpu(await rawFan(stage, count, (await space(count)).bytes), count)],
      ]),
      ['idle', idle(stage, Math.max(...counts), streamOf)],
    ]);
  },
};

/** A space with `count` streams. */
async function spaceFan(stage: Stage, count: number): Promise<Required<Fan>> {
  const fan = await followed(stage, count, streamOf, 4);
  const { send, close } = await fan.connect();
  await fan.listeners.ask({ do: 'hear', group: 'all' });
  send();
  const { most: bytes } = await fan.listeners.ask({ do: 'hear', group: 'all', bytes: 1 });
  close();
  return { ...fan, bytes };
}

/** A minimal server with `count` sockets, which sends as many bytes to each. */
async function rawFan(stage: Stage, count: number, bytes: number): Promise<Fan> {
  const { port, control } = await stage.add(startBare('fan-out', { frameBytes: bytes }));
  const listeners = await stage.add(startListeners());
  await listen(listeners, 'all', port, count, Buffer.from('stream'));
  const connect = async () => {
    const sender = await Connection.open(port);
    return { send: () => sender.send(Buffer.from('1')), close: () => sender.close() };
  };
  return { listeners, bytes, control, connect };
}

const hopSpaces = 10;
const sentPerSecond = 1_000;
/** A lost wake-up is repaired within a second. */
const patienceMs = 1_500;

/** The time from sending a message to its arrival on a stream, through another process or the same. */
export const hop: Section = {
  hasWarmUp: true,
  lines: () => {
    const line = { work: 'send → seen on a stream of another process', way: 'other', beside: 'same' } as const;
    const note = `${sentPerSecond.toLocaleString('en')}/s in ${hopSpaces} spaces, against streams of the same process`;
    return [
      { ...line, figure: 'p50Ms', goal: atMost(1.2), note },
      { ...line, figure: 'p99Ms', goal: atMost(6), note, cost: 'cpuMicros' },
    ];
  },
  async ways(stage) {
    const { place } = stage.postgres;
    const [one, other] = [await stage.serve(place), await stage.serve(place)];
    const owners = await openMeetings(one, hopSpaces);
    const to = (showing: Server) => async () => () => hops(one, showing, owners, 2 * stage.pace.ms);
    return { same: to(one), other: to(other) };
  },
};

async function hops(sending: Server, showing: Server, owners: readonly Member[], ms: number): Promise<Figures> {
  const servers = sending === showing ? [sending] : [sending, showing];
  const used = async () => {
    let micros = 0;
    for (const { control } of servers) micros += (await usageOf(control)).cpuMicros;
    return micros;
  };
  const before = await used();
  const delays: number[] = [];
  const sender = await Sender.open(sending.port, 32);
  const timestamp = new Date().toISOString();
  const streams = owners.map(
    (owner) =>
      new Listener(showing.port, operationBytes('streamMessages', owner, { timestamp }), 'events', (delay) => delays.push(delay)),
  );
  await until(() => streams.every(({ isOpen }) => isOpen), Infinity, 1);
  const sent = await paced({
    perSecond: sentPerSecond,
    ms,
    send: (number) =>
      sender.send(operationBytes('sendMessage', owners[number % owners.length]!, { content: `at ${now()} ${content}` })),
  });
  await until(() => delays.length >= sent, patienceMs, 10);
  for (const stream of streams) stream.close();
  sender.close();
  if (delays.length !== sent) throw new Error(`${sent} messages were sent and ${delays.length} seen`);
  return { p50Ms: quantile(delays, 0.5), p99Ms: quantile(delays, 0.99), cpuMicros: ((await used()) - before) / sent };
}

/** What MCP announces within 100 ms is one notification, so messages are further apart. */
const messagesPerSecond = 5;
const count = 1_000;
const followers = {
  modern: { name: 'an MCP 2026-07-28 subscriber', request: (owner: Member) => subscription('2026-07-28', owner) },
  legacy: { name: 'an MCP 2025-11-25 subscriber', request: (owner: Member) => subscription('2025-11-25', owner) },
  a2a: { name: 'an A2A stream', request: taskStream },
};

/** What those who follow a space over MCP and A2A cost, beside as many SSE streams. Each way has a server of its own. */
export const subscribers: Section = {
  hasWarmUp: true,
  times: ({ rounds }) => Math.min(1, 2 / rounds),
  lines: () => {
    const line = { unit: '× SSE', goal: atMost(3) };
    const of = count.toLocaleString('en');
    return Object.entries(followers).flatMap(([way, { name }]): Line[] => [
      { ...line, work: `tell ${name}, one of ${of}, of a message`, way: `tell ${way}`, figure: 'cpuMicros', than: 'tell sse' },
      {
        ...line,
        work: `${name}, idle, one of ${of}`,
        way: `idle ${way}`,
        figure: 'kilobytes',
        title: 'memory',
        than: 'idle sse',
        isOnce: true,
      },
    ]);
  },
  ways: async (stage) =>
    Object.fromEntries(
      Object.entries({ sse: { request: streamOf }, ...followers }).flatMap(([way, { request }]): [string, Way][] => [
        [
          `tell ${way}`,
          async () => cpuOfEach(await followed(stage, count, request, 1), count, messagesPerSecond, 6 * stage.pace.ms),
        ],
        [`idle ${way}`, idle(stage, count, request)],
      ]),
    ),
};
