import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefused } from '../../clients/group.ts';
import { setClock } from '../../control/control.ts';
import { scratch } from '../../process/scratch.ts';
import { lockSeconds } from '../ground.ts';
import { isRoot, type Fault } from './fault.ts';

const hourMs = 3_600_000;
/** Each of the two clocks, ahead and behind, alone and together. */
const steps: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 0],
  [-1, 0],
  [-1, -1],
  [1, 1],
  [0, 0],
];
const mebibyte = 1024 * 1024;
const diskMb = 512;

export const serverPaused: Fault = {
  name: 'server-paused',
  does: 'One of two servers is stopped (SIGSTOP) for longer than locks last, while the other gives them to others, and continues.',
  async prepare(ground) {
    const servers = await ground.pair();
    const { pid } = servers[0];
    return {
      servers,
      // Timers of its connections can be the first that it notices.
      breaks: true,
      async disturb(group) {
        process.kill(pid, 'SIGSTOP');
        try {
          await Promise.all([sleep(2.5 * lockSeconds * 1000), group.writes([1])]);
        } finally {
          process.kill(pid, 'SIGCONT');
        }
      },
    };
  },
};

export const clockSteps: Fault = {
  name: 'clock-steps',
  does: 'The clocks of two servers are set an hour ahead and back, each alone and both together.',
  async prepare(ground) {
    const servers = await ground.pair();
    return {
      servers,
      async disturb(group) {
        for (const offsets of steps) {
          await Promise.all(servers.map(({ control }, i) => setClock(control, offsets[i]! * hourMs)));
          await group.writes();
        }
      },
    };
  },
};

export const diskFull: Fault = {
  name: 'disk-full',
  does: 'Another program fills the disk of the embedded database to the last byte, and frees it later.',
  missing: () => (isRoot() ? undefined : 'needs root on Linux, to mount a small disk'),
  async prepare(ground) {
    const folder = scratch('disk');
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]);
    await ground.add({ stop: async () => void execFileSync('umount', ['-l', folder]) });
    // Without a floor, which would refuse writes before the disk is full.
    const server = await ground.serve({ PARLEY_DATA_DIR: join(folder, 'data'), PARLEY_MIN_FREE_DISK: '0' });
    return {
      servers: [server],
      async disturb(group) {
        const file = join(folder, 'full');
        fill(file);
        await group.sees(isRefused);
        rmSync(file);
      },
    };
  },
};

/** Ends when nothing more can be written. */
function fill(file: string): void {
  for (let bytes = mebibyte; bytes >= 512;) {
    try {
      writeFileSync(file, Buffer.alloc(bytes, 1), { flag: 'a' });
    } catch {
      bytes /= 2;
    }
  }
}
