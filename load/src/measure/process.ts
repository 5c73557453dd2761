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
