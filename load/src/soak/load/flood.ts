import { startChild, type Child } from '../../child.ts';

/** Requests at a rate that does not depend on the answers, from clients that each wait for their answer. */
export interface Flood {
  port: number;
  /** One per client. */
  requests: readonly Buffer[];
  perSecond: number;
  ms: number;
  /** Clients that wait for nothing but their answer, and send again at once. */
  greedy: number;
}

export interface Flooded {
  sent: number;
  /** Requests that were due while all clients waited. */
  notSent: number;
  /** Requests of which it is not known whether they were carried out. */
  unclear: number;
  /** By status. */
  answers: Record<number, { count: number; p50Ms: number; p99Ms: number }>;
}

/** In a process of its own. */
export const startFlood = (): Child<Flood, Flooded> => startChild(new URL('./flooding.js', import.meta.url));
