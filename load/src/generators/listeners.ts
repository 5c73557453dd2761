import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../measure/statistics.ts';
import { answerJobs } from '../process/child.ts';
import { until } from '../process/concurrency.ts';
import { Listener, type Heard, type Order } from './listener.ts';

const atOnce = 100;
const settleMs = 500;
/** A busy machine needs long, but nothing may be missing. */
const patienceMs = 60_000;
const mostDelays = 1_000_000;
const groups = new Map<string, { listeners: Listener[]; delays: number[] }>();

/** Opens more streams of a group and waits for their first events. */
async function listen({ group, port, requests, reads }: Extract<Order, { do: 'listen' }>): Promise<void> {
  const { listeners, delays } = groupOf(group);
  groups.set(group, { listeners, delays });
  const delayed = (ms: number): void => void (delays.length < mostDelays && delays.push(ms));
  for (let i = 0; i < requests.length; i += atOnce) {
    const some = requests.slice(i, i + atOnce).map((request) => new Listener(port, request, reads, delayed));
    listeners.push(...some);
    await until(() => some.every(({ isOpen, ended }) => isOpen || ended !== undefined), patienceMs, 2);
  }
  await sleep(settleMs);
}

async function leave(group: string): Promise<void> {
  for (const listener of groupOf(group).listeners) listener.close();
  groups.delete(group);
  await sleep(settleMs);
}

const groupOf = (name: string) => groups.get(name) ?? { listeners: [], delays: [] };

function heardBy(group: string): Heard {
  const { listeners, delays } = groupOf(group);
  const ends = listeners.flatMap(({ ended, isOpen }) => (ended === undefined && isOpen ? [] : [ended ?? 'was not answered']));
  const heard = { open: listeners.length - ends.length, ends: [...new Set(ends)].slice(0, 3) };
  let [least, most, messages, repeated] = [Infinity, 0, 0, 0];
  for (const listener of listeners) {
    [least, most] = [Math.min(least, listener.bytes), Math.max(most, listener.bytes)];
    [messages, repeated] = [messages + listener.messages, repeated + listener.repeated];
    listener.bytes = 0;
  }
  const at = (share: number) => (delays.length > 0 ? quantile(delays, share) : 0);
  return { ...heard, least, most, messages, repeated, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1) };
}

answerJobs(async (order: Order): Promise<Heard> => {
  if (order.do === 'listen') await listen(order);
  if (order.do === 'hear' && order.bytes !== undefined) {
    const { listeners } = groupOf(order.group);
    await until(() => listeners.every(({ bytes }) => bytes >= order.bytes!), patienceMs, 10);
  }
  if (order.do === 'leave') await leave(order.group);
  return heardBy(order.group);
});
