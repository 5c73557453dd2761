import type { Heard, Listeners } from '../../generators/listener.ts';
import { until } from '../../process/concurrency.ts';

const catchUpMs = 30_000;

/** What should have reached the streams of a group: all open, and so many messages together. */
interface Expected {
  group: string;
  streams: number;
  messages: number;
}

/** Waits until all messages have arrived, or some never will; tells what is wrong, and how long they took. */
export async function heardBy(listeners: Listeners, expected: Expected): Promise<{ faults: string[]; figures: string }> {
  const hear = () => listeners.ask({ do: 'hear', group: expected.group });
  await until(async () => (await hear()).messages >= expected.messages, catchUpMs, 200);
  const heard = await hear();
  const { messages, p50Ms, p99Ms, worstMs } = heard;
  return {
    faults: faultsOf(heard, expected),
    figures: `${messages} messages delivered to ${expected.streams} streams, delivery p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`,
  };
}

const faultsOf = ({ open, ends, messages, repeated }: Heard, expected: Expected): string[] => [
  ...(open < expected.streams ? [`${expected.streams - open} streams ended: ${ends.join(', ')}`] : []),
  ...(repeated > 0 ? [`${repeated} events came twice`] : []),
  ...(messages === expected.messages ? [] : [`${messages} messages arrived instead of ${expected.messages}`]),
];
