import { setTimeout as sleep } from 'node:timers/promises';
import { answerJobs } from '../../child.ts';
import { paced } from '../../load/paced.ts';
import { quantile } from '../../rounds.ts';
import { Caller } from './caller.ts';
import type { Flood, Flooded } from './flood.ts';

const patienceMs = 30_000;
const connectedAtOnce = 100;
const hello = Buffer.from('GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
/** Each has an address of its own, from here on: limits count by address too. */
const addressOf = (client: number): string => `127.20.${Math.floor(client / 250)}.${1 + (client % 250)}`;

async function flood({ port, requests, perSecond, ms, greedy }: Flood): Promise<Flooded> {
  const times = new Map<number, number[]>();
  const callers = await connectAll(port, requests.length);
  const free: number[] = [];
  const sentAt = new Map<number, number>();
  let [sent, notSent, unclear, isOver] = [0, 0, 0, false];
  const send = (client: number) => {
    sent += 1;
    sentAt.set(client, performance.now());
    callers[client]!.send(Buffer.from(requests[client]!));
  };
  callers.forEach((caller, client) => {
    caller.answered = (status, text) => {
      const at = sentAt.get(client);
      if (at === undefined) return;
      sentAt.delete(client);
      const all = times.get(status) ?? [];
      all.push(performance.now() - at);
      times.set(status, all);
      if (status === 503 && !text.includes('"code":"overloaded"')) unclear += 1;
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
  for (const caller of callers) caller.close();
  const answers = Object.fromEntries(
    [...times].map(([status, all]) => [status, { count: all.length, p50Ms: quantile(all, 0.5), p99Ms: quantile(all, 0.99) }]),
  );
  return { sent, notSent, unclear: unclear + (times.get(0)?.length ?? 0), answers };
}

/** Their first answers: a server that is busy accepts new connections slowly, and the flood is not about that. */
async function connectAll(port: number, count: number): Promise<Caller[]> {
  const callers: Caller[] = [];
  while (callers.length < count) {
    const first = callers.length;
    const some = Array.from(
      { length: Math.min(connectedAtOnce, count - first) },
      (_, i) => new Caller(port, addressOf(first + i)),
    );
    callers.push(...some);
    await Promise.all(
      some.map((caller) => {
        const answered = new Promise((resolve) => (caller.answered = resolve));
        caller.send(hello);
        return answered;
      }),
    );
  }
  return callers;
}

answerJobs((job: Flood) => flood(job));
