// Preloaded into a server (`node --import`): reports what the process has used so far, and sets its clock. Of several workers, the process
// that supervises them answers.
import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import type { Order, Usage } from './control.ts';

const address = process.env['LOAD_CONTROL'];
const TrueDate = Date;
let offsetMs = 0;

class SetDate extends TrueDate {
  constructor(...given: []) {
    if (given.length === 0) super(SetDate.now());
    else super(...given);
  }

  static override now(): number {
    return TrueDate.now() + offsetMs;
  }
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, memoryBytes: process.memoryUsage.rss() };
}

function collectGarbage(): void {
  setFlagsFromString('--expose_gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
  gc();
}

if (address && isMainThread && cluster.isPrimary) {
  // Only where it is needed: it makes every reading of the clock slower.
  if (process.env['LOAD_CLOCK']) globalThis.Date = SetDate as DateConstructor;
  createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (text) => {
      const order = JSON.parse(text.toString()) as Order;
      if (order.what === 'memory') collectGarbage();
      if (order.what === 'clock') offsetMs = order.offsetMs;
      socket.end(JSON.stringify(usage()));
    });
  })
    .listen(address)
    .unref();
}
