import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const everyMs = 100;

export interface Watched {
  rssMb: { before: number; peak: number };
  /** `held`: when the attack was over and its connections were still open. */
  sockets: { before: number; peak: number; held: number };
}

/** Looks at a process ten times a second. */
export function watch(pid: number): { held(): void; stop(): Watched } {
  const [rssBefore, socketsBefore] = [rssMbOf(pid), socketsOf(pid)];
  const watched: Watched = {
    rssMb: { before: rssBefore, peak: rssBefore },
    sockets: { before: socketsBefore, peak: socketsBefore, held: 0 },
  };
  const timer = setInterval(() => {
    watched.rssMb.peak = Math.max(watched.rssMb.peak, rssMbOf(pid));
    watched.sockets.peak = Math.max(watched.sockets.peak, socketsOf(pid));
  }, everyMs);
  return {
    held: () => (watched.sockets.held = socketsOf(pid)),
    stop() {
      clearInterval(timer);
      return watched;
    },
  };
}

/** Open sockets of a process; 0 when it is gone. */
export function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return entriesOf(folder).filter((fd) => linkOf(`${folder}/${fd}`).startsWith('socket:')).length;
}

/** Memory of a process; 0 when it is gone. */
export function rssMbOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
