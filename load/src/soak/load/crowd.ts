import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from '../../child.ts';

export type Order =
  | { do: 'open'; port: number; requests: readonly Buffer[] }
  /** Those of an earlier order leave. */
  | { do: 'open deaf'; port: number; requests: readonly Buffer[] }
  | { do: 'hear' };

/** What all streams that read have seen. */
export interface Heard {
  open: number;
  /** Why some are not open any more. */
  ends: readonly string[];
  messages: number;
  repeated: number;
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
}

/** Many streams in a process of their own. */
export const startCrowd = (): Child<Order, Heard> => startChild(new URL('./listeners.js', import.meta.url));

export const delaysIn = ({ p50Ms, p99Ms, worstMs }: Heard): string =>
  `delivery p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`;

/** What is wrong with streams that should all be open, and have got so many messages together. */
export function faultsOf({ open, ends, messages, repeated }: Heard, wanted: { streams: number; messages: number }): string[] {
  return [
    ...(open < wanted.streams ? [`${wanted.streams - open} streams ended: ${ends.join(', ')}`] : []),
    ...(repeated > 0 ? [`${repeated} events came twice`] : []),
    ...(messages === wanted.messages ? [] : [`${messages} messages arrived instead of ${wanted.messages}`]),
  ];
}

const catchUpMs = 30_000;

/** Waits until so many messages have arrived, or some never will. */
export async function heardBy(crowd: Child<Order, Heard>, messages: number): Promise<Heard> {
  for (const start = performance.now(); ; await sleep(200)) {
    const heard = await crowd.ask({ do: 'hear' });
    if (heard.messages >= messages || performance.now() - start > catchUpMs) return heard;
  }
}
