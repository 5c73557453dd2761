import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const everyMs = 100;

export interface Watched {
  rssMb: { before: number; peak: number };
  /** `held`: sockets of attackers at the end of the attack, before their connections were closed. */
  sockets: { before: number; peak: number; held: number };
}

/** Samples a process ten times a second. */
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
    held: () => (watched.sockets.held = attackersSocketsOf(pid)),
    stop() {
      clearInterval(timer);
      return watched;
    },
  };
}

/** Open sockets of a process; 0 if it has ended. */
export function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return entriesOf(folder).filter((fd) => linkOf(`${folder}/${fd}`).startsWith('socket:')).length;
}

/** Sockets of a process that are connected to an attacker. */
function attackersSocketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  const own = new Set(entriesOf(folder).map((fd) => linkOf(`${folder}/${fd}`)));
  return connections().filter(({ peer, inode }) => own.has(`socket:[${inode}]`) && isAttackers(peer)).length;
}

function connections(): { peer: string; inode: string }[] {
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return rows.map((row) => {
    const [, , peer = '', , , , , , , inode = ''] = row.trim().split(/\s+/);
    return { peer, inode };
  });
}

/** The kernel writes 127.16.2.1 as 0102107F; honest clients are in 127.1.0.0/16. */
const isAttackers = (peer: string): boolean =>
  /^[0-9A-F]{4}([0-9A-F]{2})7F:/.test(peer) && Number.parseInt(peer.slice(4, 6), 16) >= 16;

/** Memory of a process; 0 if it has ended. */
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
