import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../measure/statistics.ts';
import { answerJobs } from '../process/child.ts';
import { Connection } from './connection.ts';
import { paced } from './paced.ts';

/** Requests at a rate that does not depend on the answers, from clients that each wait for their answer. */
export interface Flood {
  port: number;
  /** One per client. */
  requests: readonly Uint8Array[];
  perSecond: number;
  ms: number;
  /** Clients that wait for nothing but their answer, and send again at once. */
  greedy: number;
}

export interface Flooded {
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
/** Each has an address of its own, from here on: limits count by address too. */
const addressOf = (client: number): string => `127.20.${Math.floor(client / 250)}.${1 + (client % 250)}`;

async function flood({ port, requests, perSecond, ms, greedy }: Flood): Promise<Flooded> {
  const times = new Map<number, number[]>();
  const connections = await connectAll(port, requests.length);
  const free: number[] = [];
  const sentAt = new Map<number, number>();
  let [sent, notSent, unclear, isOver] = [0, 0, 0, false];
  const send = (client: number) => {
    sent += 1;
    sentAt.set(client, performance.now());
    connections[client]!.send(requests[client]!);
  };
  connections.forEach((connection, client) => {
    connection.answered = (status, end) => {
      const at = sentAt.get(client);
      if (at === undefined) return;
      sentAt.delete(client);
      const all = times.get(status) ?? [];
      all.push(performance.now() - at);
      times.set(status, all);
      if (status === 503 && !end.includes('"code":"overloaded"')) unclear += 1;
      if (status === 0) return;
      if (client >= greedy) free.push(client);
      else if (!isOver) send(client);
    };
    if (client >= greedy) free.push(client);
  });
  for (let client = 0; client < greedy; client += 1) send(client);
  await paced({
    perSecond,
    ms,
    send() {
      const client = free.shift();
      if (client === undefined) notSent += 1;
      else send(client);
    },
  });
  isOver = true;
  for (const start = performance.now(); sentAt.size > 0 && performance.now() - start < patienceMs;) await sleep(20);
  if (sentAt.size > 0) times.set(0, [...(times.get(0) ?? []), ...Array.from(sentAt, () => Infinity)]);
  for (const connection of connections) connection.close();
  const answers = Object.fromEntries(
    [...times].map(([status, all]) => [status, { count: all.length, p50Ms: quantile(all, 0.5), p99Ms: quantile(all, 0.99) }]),
  );
  return { sent, notSent, unclear: unclear + (times.get(0)?.length ?? 0), answers };
}

/** Their first answers: a server that is busy accepts new connections slowly, and the flood is not about that. */
async function connectAll(port: number, count: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  while (connections.length < count) {
    const first = connections.length;
    const some = Array.from(
      { length: Math.min(connectedAtOnce, count - first) },
      (_, i) => new Connection(port, addressOf(first + i)),
    );
    connections.push(...some);
    await Promise.all(
      some.map((connection) => {
        const answered = new Promise((resolve) => (connection.answered = () => resolve(undefined)));
        connection.send(hello);
        return answered;
      }),
    );
  }
  return connections;
}

answerJobs(flood);
