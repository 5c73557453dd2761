import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantilesOf } from '../measure/statistics.ts';
import { answerJobs } from '../process/child.ts';
import { until } from '../process/concurrency.ts';
import { Listener, type Heard, type Order } from './listener.ts';

const atOnce = 100;
const settleMs = 500;
/** A busy machine needs long, but nothing may be missing. */
const patienceMs = 60_000;
const groups = new Map<string, Group>();

interface Group {
  listeners: Listener[];
  delays: RecordableHistogram;
}

/** Opens more streams of a group and waits for their first events. */
async function listen({ group, port, requests, reads }: Extract<Order, { do: 'listen' }>): Promise<void> {
  const { listeners, delays } = groupOf(group);
  groups.set(group, { listeners, delays });
  for (let i = 0; i < requests.length; i += atOnce) {
    const some = requests.slice(i, i + atOnce).map((request) => new Listener(port, request, reads, delays));
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

const groupOf = (name: string): Group => groups.get(name) ?? { listeners: [], delays: createHistogram() };

function heardBy(group: string): Heard {
  const { listeners, delays } = groupOf(group);
  const ends = listeners.flatMap(({ ended, isOpen }) => (ended === undefined && isOpen ? [] : [ended ?? 'was not answered']));
  const [bytes, repeated] = [listeners.map((listener) => listener.bytes), listeners.map((listener) => listener.repeated)];
  for (const listener of listeners) listener.bytes = 0;
  return {
    open: listeners.length - ends.length,
    ends: [...new Set(ends)].slice(0, 3),
    least: Math.min(...bytes),
    most: Math.max(...bytes),
    messages: delays.count,
    repeated: repeated.reduce((sum, each) => sum + each, 0),
    ...quantilesOf(delays),
  };
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
