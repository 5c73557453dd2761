import { openMeeting, type Meeting } from '../meeting.ts';
import { usageOf } from '../probe/usage.ts';
import type { Stage } from '../stage.ts';
import { startCrowd } from './crowd.ts';

/** Streams that make the server ready; they end before the others. */
const first = 200;

/** Memory of a fresh server for each of `count` idle streams, in kB. */
export async function idleMemory(stage: Stage, count: number, request: (meeting: Meeting) => Buffer): Promise<number> {
  const [server, crowd] = [await stage.serve(), await stage.keep(startCrowd())];
  const stream = request(await openMeeting(server.url));
  const listen = (group: string, count: number) => crowd.ask({ do: 'listen', group, port: server.port, count, request: stream });
  await listen('first', first);
  await crowd.ask({ do: 'leave', group: 'first' });
  const before = await usageOf(server.probe, 'memory');
  await listen('idle', count);
  const after = await usageOf(server.probe, 'memory');
  await Promise.all([server.stop(), crowd.stop()]);
  return (after.memoryBytes - before.memoryBytes) / count / 1024;
}
