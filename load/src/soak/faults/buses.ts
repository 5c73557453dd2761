import { freePort, hasNats, hasRedis, startNats, startRedis, type Settings } from '@parley/testing';
import { isWritten } from '../history/crew.ts';
import type { Fault } from './fault.ts';
import { probesSay } from './probed.ts';
import { underWork } from './under-work.ts';

/** A process beside the database that carries wake-ups. A line here is all that another one needs. */
interface Bus {
  name: string;
  isInstalled(): boolean;
  /** `kill` ends it like a power failure. */
  start(port: number): Promise<{ kill(): Promise<void> }>;
  settings(port: number): Settings;
}

const buses: readonly Bus[] = [
  { name: 'Redis', isInstalled: hasRedis, start: startRedis, settings: (port) => ({ REDIS_URL: `redis://127.0.0.1:${port}` }) },
  { name: 'NATS', isInstalled: hasNats, start: killableNats, settings: (port) => ({ NATS_URL: `nats://127.0.0.1:${port}` }) },
];

/** `stop` of it is a kill already. */
async function killableNats(port: number): Promise<{ kill(): Promise<void> }> {
  const { stop } = await startNats(port);
  return { kill: stop };
}

/** Nobody should notice, except that wake-ups take longer. */
export const busesKilled: readonly Fault[] = buses.map(({ name, isInstalled, start, settings }) => ({
  name: `${name.toLowerCase()}-killed`,
  does: `${name}, which carries wake-ups, is killed (\`kill -9\`), and started again after each server has stored a message without it.`,
  missing: () => (isInstalled() ? undefined : `${name} is not installed`),
  async run(ground, pace) {
    const port = await freePort();
    let bus = await start(port);
    await ground.keep({ stop: () => bus.kill() });
    const servers = await ground.newPair(settings(port));
    const seen = await underWork(servers, pace, async (crew) => {
      await bus.kill();
      await crew.sees(isWritten);
      bus = await start(port);
    });
    const refused = seen.refused > 0 ? [`${seen.refused} requests were refused without it`] : [];
    return { ...seen, faults: [...refused, ...(await probesSay(servers, true)), ...seen.faults] };
  },
}));
