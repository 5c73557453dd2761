import { startChild, type Child } from '../../child.ts';

export type Order =
  | { do: 'open'; port: number; requests: readonly Buffer[] }
  /** Those of an earlier order leave. */
  | { do: 'open deaf'; port: number; requests: readonly Buffer[] }
  /** `now`: delays before it do not count. */
  | { do: 'hear'; since?: 'now' };

/** What all streams that read have seen. */
export interface Heard {
  open: number;
  /** Why some are not open any more. */
  ends: readonly string[];
  events: number;
  wrong: number;
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
}

/** Many streams in a process of their own. */
export const startCrowd = (): Child<Order, Heard> => startChild(new URL('./listeners.js', import.meta.url));

export const delaysIn = ({ p50Ms, p99Ms, worstMs }: Heard): string =>
  `delivery p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`;

/** What is wrong with streams that should all be open, and have seen so many events. */
export function faultsOf({ open, ends, events, wrong }: Heard, wanted: { streams: number; events: number }): string[] {
  return [
    ...(open < wanted.streams ? [`${wanted.streams - open} streams ended: ${ends.join(', ')}`] : []),
    ...(wrong > 0 ? [`${wrong} events missing or twice in streams`] : []),
    ...(events < wanted.events ? [`${events} of ${wanted.events} events arrived`] : []),
  ];
}
