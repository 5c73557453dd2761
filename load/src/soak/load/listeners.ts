import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerJobs } from '../../child.ts';
import { quantile } from '../../rounds.ts';
import { Listener } from './listener.ts';
import type { Heard, Order } from './crowd.ts';

const atOnce = 100;
const openingMs = 60_000;
const mostDelays = 1_000_000;
const listeners: Listener[] = [];
const deaf: Socket[] = [];
const delays: number[] = [];

const delayed = (ms: number): void => void (delays.length < mostDelays && delays.push(ms));

async function open(port: number, requests: readonly Buffer[]): Promise<void> {
  for (let i = 0; i < requests.length; i += atOnce) {
    const some = requests.slice(i, i + atOnce).map((request) => new Listener(port, request, delayed));
    listeners.push(...some);
    for (const start = performance.now(); !some.every(({ isOpen, ended }) => isOpen || ended !== undefined);) {
      if (performance.now() - start > openingMs) break;
      await sleep(5);
    }
  }
}

/** They ask, and read nothing. */
function openDeaf(port: number, requests: readonly Buffer[]): void {
  for (const socket of deaf.splice(0)) socket.destroy();
  for (const request of requests) {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', () => {}).pause();
    deaf.push(socket);
  }
}

function heard(): Heard {
  const ends = listeners.flatMap(({ ended, isOpen }) => (ended === undefined && isOpen ? [] : [ended ?? 'was not answered']));
  return {
    open: listeners.length - ends.length,
    ends: [...new Set(ends)].slice(0, 3),
    messages: listeners.reduce((sum, { messages }) => sum + messages, 0),
    repeated: listeners.reduce((sum, { repeated }) => sum + repeated, 0),
    p50Ms: delays.length > 0 ? quantile(delays, 0.5) : 0,
    p99Ms: delays.length > 0 ? quantile(delays, 0.99) : 0,
    worstMs: delays.reduce((worst, ms) => Math.max(worst, ms), 0),
  };
}

answerJobs(async (order: Order): Promise<Heard> => {
  // IPC converts buffers into byte arrays.
  const requests = order.do === 'hear' ? [] : order.requests.map((request) => Buffer.from(request));
  if (order.do === 'open') await open(order.port, requests);
  if (order.do === 'open deaf') openDeaf(order.port, requests);
  return heard();
});
