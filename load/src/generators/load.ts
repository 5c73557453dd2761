import { usageOf } from '../control/control.ts';
import { quantile } from '../measure/statistics.ts';
import { answerJobs } from '../process/child.ts';
import { eachOf, until } from '../process/concurrency.ts';
import { Connection, refusal } from './connection.ts';
import { paced } from './paced.ts';

/** Requests of many clients, each with a connection of its own, on which it waits for its answer. */
export interface Load {
  port: number;
  clients: number;
  /** Each client starts at a different request and cycles through all of them. */
  requests: readonly Uint8Array[];
  /** Duration, unless `count` requests are sent before. */
  ms: number;
  count?: number | undefined;
  /** The socket that tells the CPU time of the server. */
  control: string;
  /** Without it, all send again as soon as they are answered, and every request has to succeed. */
  flood?: {
    /** So many clients send again as soon as they are answered. */
    greedy: number;
    /** So many requests of the others are due, whatever the answers. */
    perSecond: number;
  };
}

export interface Loaded {
  perSecond: number;
  /** CPU time of the server per request. */
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
  sent: number;
  /** Requests that were due while all clients waited. */
  notSent: number;
  /** Requests of which it is not known whether they were carried out. */
  unclear: number;
  /** By status. */
  answers: Record<number, { count: number; p50Ms: number; p99Ms: number }>;
}

const patienceMs = 30_000;
const connectedAtOnce = 100;
const hello = Buffer.from('GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');

async function load({ port, clients, requests, ms, count = Infinity, control, flood }: Load): Promise<Loaded> {
  // In a flood each has an address of its own, because limits count by address too.
  const connections = await eachOf(clients, connectedAtOnce, (client) =>
    greet(port, flood && `127.20.${Math.floor(client / 250)}.${1 + (client % 250)}`),
  );
  const { greedy, perSecond } = flood ?? { greedy: clients, perSecond: 0 };
  const places = connections.map((_, client) => Math.floor((client * requests.length) / clients));
  const free = [...connections.keys()].slice(greedy);
  const sentAt = new Map<number, number>();
  const times = new Map<number, number[]>();
  let [sent, notSent, unclear, answeredAt] = [0, 0, 0, 0];
  let refused: Error | undefined;
  const before = await usageOf(control);
  const start = performance.now();
  const isOver = () => refused !== undefined || sent >= count || performance.now() - start >= ms;

  const send = (client: number) => {
    sent += 1;
    sentAt.set(client, performance.now());
    connections[client]!.send(requests[places[client]!]!);
    if (!flood) places[client] = (places[client]! + 1) % requests.length;
  };
  connections.forEach((connection, client) => {
    connection.answered = (status, end) => {
      const at = sentAt.get(client);
      if (at === undefined) return;
      sentAt.delete(client);
      answeredAt = performance.now();
      if (!times.has(status)) times.set(status, []);
      times.get(status)!.push(answeredAt - at);
      if (!flood) refused ??= refusal(status, end);
      if (status === 503 && !end.includes('"code":"overloaded"')) unclear += 1;
      if (status === 0) return;
      if (client >= greedy) free.push(client);
      else if (!isOver()) send(client);
    };
  });
  for (let client = 0; client < greedy; client += 1) send(client);
  const sendDue = () => {
    const client = free.shift();
    if (client === undefined) notSent += 1;
    else send(client);
  };
  if (perSecond > 0) await paced({ perSecond, ms, send: sendDue });
  await until(() => isOver() && sentAt.size === 0, start + ms + patienceMs - performance.now(), 5);
  const after = await usageOf(control);
  for (const connection of connections) connection.close();
  if (refused) throw refused;

  if (sentAt.size > 0) times.set(0, [...(times.get(0) ?? []), ...Array.from(sentAt, () => Infinity)]);
  const all = [...times.values()].flat();
  const answers = [...times].map(([status, some]) => [status, { count: some.length, ...quantilesOf(some) }]);
  return {
    ...{ sent, notSent, unclear: unclear + (times.get(0)?.length ?? 0), ...quantilesOf(all) },
    perSecond: all.length / ((answeredAt - start) / 1000),
    cpuMicros: (after.cpuMicros - before.cpuMicros) / all.length,
    answers: Object.fromEntries(answers) as Loaded['answers'],
  };
}

const quantilesOf = (times: readonly number[]) => ({ p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) });

/** Connects, until the first answer: a server that is busy accepts new connections slowly, and that is not measured. */
const greet = (port: number, address: string | undefined): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const connection = new Connection(port, address);
    connection.answered = (status) => (status ? resolve(connection) : reject(new Error('a connection was refused')));
    connection.send(hello);
  });

answerJobs(load);
