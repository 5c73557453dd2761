import { startChild, type Child } from '../child.ts';

export type Order =
  | { do: 'listen'; group: string; port: number; count: number; request: Buffer }
  | { do: 'count'; group: string }
  | { do: 'hear'; group: string; bytes: number }
  | { do: 'leave'; group: string };

/** Bytes that reached a stream of a group since the last call. `hear` waits until each stream got as many as it says. */
export interface Heard {
  least: number;
  most: number;
}

export type Crowd = Child<Order, Heard>;

/** Many streams in one process, which only counts bytes. */
export const startCrowd = (): Crowd => startChild(new URL('./listeners.js', import.meta.url));

/** How many sockets a process can open, if known. */
export function openFilesLimit(): number {
  const report = process.report.getReport() as unknown as { userLimits?: { open_files?: { hard: number | string } } };
  const limit = report.userLimits?.open_files?.hard ?? Infinity;
  return limit === 'unlimited' ? Infinity : Number(limit);
}
