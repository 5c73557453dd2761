import { setTimeout as sleep } from 'node:timers/promises';
import { answerJobs } from '../../child.ts';
import { paced } from '../../load/paced.ts';
import { quantile } from '../../rounds.ts';
import { Caller } from './caller.ts';
import type { Flood, Flooded } from './flood.ts';

const patienceMs = 30_000;
const connectedAtOnce = 100;
/** Each has an address of its own, from here on: limits count by address too. */
const addressOf = (client: number): string => `127.20.${Math.floor(client / 250)}.${1 + (client % 250)}`;

async function flood({ port, requests, perSecond, ms, greedy }: Flood): Promise<Flooded> {
  const times = new Map<number, number[]>();
  const callers: Caller[] = [];
  while (callers.length < requests.length) {
    const first = callers.length;
    const some = requests.slice(first, first + connectedAtOnce).map((_, i) => new Caller(port, addressOf(first + i)));
    await Promise.all(some.map(({ connected }) => connected));
    callers.push(...some);
  }
  const free: number[] = [];
  const sentAt = new Map<number, number>();
  let [sent, notSent, isOver] = [0, 0, false];
  const send = (client: number) => {
    sent += 1;
    sentAt.set(client, performance.now());
    callers[client]!.send(Buffer.from(requests[client]!));
  };
  callers.forEach((caller, client) => {
    caller.answered = (status) => {
      const at = sentAt.get(client);
      if (at === undefined) return;
      sentAt.delete(client);
      const all = times.get(status) ?? [];
      all.push(performance.now() - at);
      times.set(status, all);
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
  return { sent, notSent, answers };
}

answerJobs((job: Flood) => flood(job));
