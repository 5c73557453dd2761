import { built } from '../process/built.ts';
import { startChild, type Child } from '../process/child.ts';
import type { ClosedLoop, Load } from './closed-loop.ts';
import type { Flood, Flooded } from './flood.ts';
import type { Heard, Order } from './listeners.ts';

// Each generates its load in a process of its own, so that its work does not count as the server's.

export type Generator = Child<ClosedLoop, Load>;
export type Listeners = Child<Order, Heard>;

/** Clients that send their next request when they have the answer to the previous one. */
export const startGenerator = (): Generator => startChild(built('generators/closed-loop.js'));

export const startFlood = (): Child<Flood, Flooded> => startChild(built('generators/flood.js'));

/** Many streams. */
export const startListeners = (): Listeners => startChild(built('generators/listeners.js'));

/** How many sockets a process can open, if known. */
export function openFilesLimit(): number {
  const report = process.report.getReport() as unknown as { userLimits?: { open_files?: { hard: number | string } } };
  const limit = report.userLimits?.open_files?.hard ?? Infinity;
  return limit === 'unlimited' ? Infinity : Number(limit);
}
