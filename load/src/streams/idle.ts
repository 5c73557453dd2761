import { setTimeout as sleep } from 'node:timers/promises';
import { openMeeting, type Meeting } from '../meeting.ts';
import { usageOf } from '../probe/usage.ts';
import type { Stage } from '../stage.ts';
import { startCrowd } from './crowd.ts';

/** They stay open: the memory that a start leaves behind goes to them. */
const first = 1_000;
/** What a collection frees is returned to the system in steps. */
const readings = 5;
const betweenMs = 200;

/** Memory of a fresh server for each of `count` idle streams, in kB. */
export async function idleMemory(stage: Stage, count: number, request: (meeting: Meeting) => Buffer): Promise<number> {
  const [server, crowd] = [await stage.serve(), await stage.keep(startCrowd())];
  const stream = request(await openMeeting(server.url));
  const listen = (group: string, count: number) => crowd.ask({ do: 'listen', group, port: server.port, count, request: stream });
  await listen('first', first);
  const before = await settledMemory(server.probe);
  await listen('idle', count);
  const after = await settledMemory(server.probe);
  await Promise.all([server.stop(), crowd.stop()]);
  return (after - before) / count / 1024;
}

async function settledMemory(probe: string): Promise<number> {
  let least = Infinity;
  for (let reading = 0; reading < readings; reading += 1) {
    least = Math.min(least, (await usageOf(probe, 'memory')).memoryBytes);
    await sleep(betweenMs);
  }
  return least;
}
