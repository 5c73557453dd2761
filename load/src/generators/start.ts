import { built } from '../process/built.ts';
import { startChild, type Child } from '../process/child.ts';
import type { Heard, Order } from './listeners.ts';
import type { Load, Loaded } from './load.ts';

// Each generates its load in a process of its own, so that its work does not count as the server's.

export type Generator = Child<Load, Loaded>;
export type Listeners = Child<Order, Heard>;

/** Many clients. */
export const startGenerator = (): Generator => startChild(built('generators/load.js'));

/** Many streams. */
export const startListeners = (): Listeners => startChild(built('generators/listeners.js'));

/** How many sockets a process can open, if known. */
export function openFilesLimit(): number {
  const report = process.report.getReport() as unknown as { userLimits?: { open_files?: { hard: number | string } } };
  const limit = report.userLimits?.open_files?.hard ?? Infinity;
  return limit === 'unlimited' ? Infinity : Number(limit);
}
