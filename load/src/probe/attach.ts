// Preloaded into a server under test (`node --import`): reports the resources that the process has used so far. Of several workers, the
// process that supervises them reports its own.
import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import type { Usage } from './usage.ts';

const address = process.env['BENCH_PROBE'];

if (address && isMainThread && cluster.isPrimary) {
  createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (asked) => {
      if (asked.toString() === 'memory') collectGarbage();
      const { user, system } = process.cpuUsage();
      const usage: Usage = { cpuMicros: user + system, memoryBytes: process.memoryUsage.rss() };
      socket.end(JSON.stringify(usage));
    });
  })
    .listen(address)
    .unref();
}

function collectGarbage(): void {
  setFlagsFromString('--expose_gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
  gc();
}
