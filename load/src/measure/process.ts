import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Reads something now and every so often. */
export function sample<Value>(everyMs: number, read: () => Value): { samples: readonly Value[]; stop(): void } {
  const samples = [read()];
  const timer = setInterval(() => samples.push(read()), everyMs);
  return { samples, stop: () => clearInterval(timer) };
}

/** 0 if the process has ended. */
export const rssMbOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(ifAny(() => readFileSync(`/proc/${pid}/status`, 'utf8'), ''))?.[1] ?? 0) / 1024;

export const socketsOf = (pid: number): number => openFilesOf(pid).filter((file) => file.startsWith('socket:')).length;

/** Sockets of a process that are connected to an attacker. */
export function attackersSocketsOf(pid: number): number {
  const own = new Set(openFilesOf(pid));
  const connections = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return connections.filter((connection) => {
    const [, , peer = '', , , , , , , inode] = connection.trim().split(/\s+/);
    return own.has(`socket:[${inode}]`) && isAttackers(peer);
  }).length;
}

/** The kernel writes 127.16.2.1 as 0102107F; honest clients are in 127.1.0.0/16. */
const isAttackers = (peer: string): boolean =>
  /^[0-9A-F]{4}([0-9A-F]{2})7F:/.test(peer) && Number.parseInt(peer.slice(4, 6), 16) >= 16;

const openFilesOf = (pid: number): string[] =>
  ifAny(() => readdirSync(`/proc/${pid}/fd`), []).map((fd) => ifAny(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ''));

/** A process that has ended has nothing to read, and a closed file no link. */
function ifAny<Value>(read: () => Value, nothing: Value): Value {
  try {
    return read();
  } catch {
    return nothing;
  }
}
