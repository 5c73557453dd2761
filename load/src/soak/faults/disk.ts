import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from '../../scratch.ts';
import { isRefused } from '../history/crew.ts';
import type { Fault } from './fault.ts';
import { isRoot } from './root.ts';
import { underWork } from './under-work.ts';

const mebibyte = 1024 * 1024;
const diskMb = 512;

export const diskFull: Fault = {
  name: 'disk-full',
  does: 'Another program fills the disk of the embedded database to the last byte, and frees it later.',
  missing: () => (isRoot() ? undefined : 'needs root on Linux, to mount a small disk'),
  async run(ground, pace) {
    const disk = await mountDisk();
    await ground.keep(disk);
    // Without a floor, which would refuse writes before the disk is full.
    const server = await ground.serve({ PARLEY_DATA_DIR: join(disk.folder, 'data'), PARLEY_MIN_FREE_DISK: '0' });
    return underWork([server], pace, async (crew) => {
      const file = join(disk.folder, 'full');
      fill(file);
      await crew.sees(isRefused);
      rmSync(file);
    });
  },
};

async function mountDisk(): Promise<{ folder: string; stop(): Promise<void> }> {
  const folder = scratch('disk');
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]);
  return { folder, stop: async () => void execFileSync('umount', ['-l', folder]) };
}

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
