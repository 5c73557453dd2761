import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '@parley/testing';
import { openMeeting, openMeetings, sends } from '../../clients/meeting.ts';
import { content } from '../../clients/message.ts';
import { usageOf } from '../../control/control.ts';
import { a2aStreamOf, mcpStreamOf, operationBytes, streamOf } from '../../generators/requests.ts';
import { openSender, paced } from '../../generators/connection.ts';
import { Listener, now, openFilesLimit, startListeners, type Listeners } from '../../generators/listener.ts';
import { quantilesOf } from '../../measure/statistics.ts';
import { until } from '../../process/concurrency.ts';
import type { Server } from '../../servers/serve.ts';
import type { Figures, Way } from '../figures.ts';
import type { Line } from '../section.ts';
import type { Stage } from '../stage.ts';

/** They stay open: the memory that a start leaves behind goes to them. */
const first = 1_000;
/** What a collection frees is returned to the system in steps. */
const [readings, betweenMs] = [5, 200];
/** Until the last message, or what announces it, has arrived. */
const drainMs = 500;
/** Of the event of a message. */
const frameBytes = 520;

/** Opens streams, which must all stay open. */
async function listen(listeners: Listeners, group: string, port: number, count: number, request: Buffer): Promise<void> {
  const requests = Array<Buffer>(count).fill(request);
  const { open, ends } = await listeners.ask({ do: 'listen', group, port, requests, reads: 'bytes' });
  if (open < count) throw new Error(`${count - open} streams did not open: ${ends.join(', ')}`);
}

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

/** Many streams that are told the same, in a process of their own. */
interface Fan {
  listeners: Listeners;
  control: string;
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
    const { send, close } = await openSender(server.port, connections);
    return { send: () => send(message!), close };
  };
  return { listeners, control: server.control, connect };
}

/** A minimal server with `count` sockets, which sends a frame of the size of such a message to each. */
async function framed(stage: Stage, count: number): Promise<Fan> {
  const { port, control } = await stage.bare({ kind: 'fan-out', frameBytes });
  const listeners = await stage.add(startListeners());
  await listen(listeners, 'all', port, count, Buffer.from('stream'));
  const connect = async () => {
    const socket = connectSocket({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return { send: () => void socket.write('1'), close: () => void socket.destroy() };
  };
  return { listeners, control, connect };
}

/** CPU per message and stream; each stream has to get so many bytes for a message. */
const cpuOfEach =
  ({ listeners, control, connect }: Fan, count: number, perSecond: number, ms: number, bytes: number) =>
  async (): Promise<Figures> => {
    const { send, close } = await connect();
    await listeners.ask({ do: 'hear', group: 'all' });
    const before = await usageOf(control);
    const sent = await paced(perSecond, ms, send);
    const wanted = Math.max(1, sent * bytes);
    const { least } = await listeners.ask({ do: 'hear', group: 'all', bytes: wanted });
    await sleep(drainMs);
    const after = await usageOf(control);
    close();
    if (least < wanted) throw new Error(`A stream got ${least} bytes of ${wanted}`);
    return { cpuMicros: (after.cpuMicros - before.cpuMicros) / (sent * count) };
  };

const deliveriesPerSecond = 40_000;

/** One message to many streams, at a rate that both servers can sustain, and the cost of an idle stream. */
export async function fanOut(stage: Stage): Promise<Line[]> {
  const counts = !stage.pace.quick && openFilesLimit() > 11_000 ? [5_000, 1_000] : [1_000];
  const most = Math.max(...counts);
  const memory = { figure: 'kilobytes', title: 'memory', atMost: 9.5, isOnce: true } as const;
  return [
    ...counts.map((count): Line => {
      const cpu = (fan: Fan) => cpuOfEach(fan, count, deliveriesPerSecond / count, 2 * stage.pace.ms, content.length);
      return {
        work: `deliver a message to ${count.toLocaleString('en')} streams`,
        ...{ way: async () => cpu(await followed(stage, count, streamOf, 4)), figure: 'cpuMicros', atMost: 1 },
        ...{ than: async () => cpu(await framed(stage, count)), unit: '× raw sockets' },
        note: `${deliveriesPerSecond.toLocaleString('en')} deliveries a second`,
      };
    }),
    { ...memory, work: `an idle stream of ${most.toLocaleString('en')}`, way: idle(stage, most, streamOf) },
  ];
}

const hopSpaces = 10;
const sentPerSecond = 1_000;
/** A lost wake-up is repaired within a second. */
const patienceMs = 1_500;

/** The time from sending a message to its arrival on a stream, through another process or the same. */
export async function hop(stage: Stage): Promise<Line[]> {
  const [one, other] = [await stage.serve(), await stage.serve()];
  const owners = await openMeetings(one, hopSpaces);
  const to = (showing: Server): Way => {
    return async () => () => hops(one, showing, owners, 2 * stage.pace.ms);
  };
  const line = { work: 'send → seen on a stream of another process', way: to(other), beside: to(one) };
  const note = `${sentPerSecond.toLocaleString('en')}/s in ${hopSpaces} spaces, against streams of the same process`;
  return [
    { ...line, figure: 'p50Ms', atMost: 1.3, note },
    { ...line, figure: 'p99Ms', atMost: 8, note, cost: 'cpuMicros' },
  ];
}

async function hops(sending: Server, showing: Server, owners: readonly Member[], ms: number): Promise<Figures> {
  const used = async () => {
    let micros = 0;
    for (const { control } of new Set([sending, showing])) micros += (await usageOf(control)).cpuMicros;
    return micros;
  };
  const before = await used();
  const delays = createHistogram();
  const { send, close } = await openSender(sending.port, 32);
  const timestamp = new Date().toISOString();
  const streams = owners.map((owner) => {
    const request = operationBytes('streamMessages', owner, { timestamp });
    return new Listener(showing.port, request, 'events', delays);
  });
  await until(() => streams.every(({ isOpen }) => isOpen), Infinity, 1);
  const message = (owner: Member) => operationBytes('sendMessage', owner, { content: `at ${now()} ${content}` });
  const sent = await paced(sentPerSecond, ms, (i) => send(message(owners[i % owners.length]!)));
  await until(() => delays.count >= sent, patienceMs, 10);
  for (const stream of streams) stream.close();
  close();
  if (delays.count !== sent) throw new Error(`${sent} messages were sent and ${delays.count} seen`);
  return { ...quantilesOf(delays), cpuMicros: ((await used()) - before) / sent };
}

/** What MCP announces within 100 ms is one notification, so messages are further apart. */
const messagesPerSecond = 5;
const count = 1_000;
const followers = [
  { name: 'an MCP 2026-07-28 subscriber', request: (owner: Member) => mcpStreamOf('2026-07-28', owner) },
  { name: 'an MCP 2025-11-25 subscriber', request: (owner: Member) => mcpStreamOf('2025-11-25', owner) },
  { name: 'an A2A stream', request: a2aStreamOf },
];

/** What those who follow a space over MCP and A2A cost, beside as many SSE streams. Each way has a server of its own. */
export async function subscribers(stage: Stage): Promise<Line[]> {
  const [goal, of] = [{ unit: '× SSE', atMost: 3 }, `one of ${count.toLocaleString('en')}`];
  const tell =
    (request: (owner: Member) => Buffer): Way =>
    async () =>
      cpuOfEach(await followed(stage, count, request, 1), count, messagesPerSecond, 6 * stage.pace.ms, 0);
  const told = { ...goal, figure: 'cpuMicros', than: tell(streamOf) } as const;
  const idling = { ...goal, figure: 'kilobytes', title: 'memory', than: idle(stage, count, streamOf), isOnce: true } as const;
  return followers.flatMap(({ name, request }): Line[] => [
    { ...told, work: `tell ${name}, ${of}, of a message`, way: tell(request) },
    { ...idling, work: `${name}, idle, ${of}`, way: idle(stage, count, request) },
  ]);
}
