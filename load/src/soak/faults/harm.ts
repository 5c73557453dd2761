import { writeFileSync } from 'node:fs';

const mebibyte = 1024 * 1024;

/** Sends a signal to those processes that still run. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, name);
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Appends to a file until nothing more can be written. */
export function fill(file: string): void {
  for (let bytes = mebibyte; bytes >= 512;) {
    try {
      writeFileSync(file, Buffer.alloc(bytes, 1), { flag: 'a' });
    } catch {
      bytes /= 2;
    }
  }
}
