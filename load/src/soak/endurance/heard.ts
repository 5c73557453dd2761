import { setTimeout as sleep } from 'node:timers/promises';
import type { Heard } from '../../generators/listeners.ts';
import type { Listeners } from '../../generators/start.ts';

const catchUpMs = 30_000;

/** What should have reached the streams of a group: all open, and so many messages together. */
interface Expected {
  group: string;
  streams: number;
  messages: number;
}

/** Waits until all messages have arrived, or some never will; tells what is wrong, and how long they took. */
export async function heardBy(listeners: Listeners, expected: Expected): Promise<{ faults: string[]; figures: string }> {
  let heard = await listeners.ask({ do: 'hear', group: expected.group });
  for (const start = performance.now(); heard.messages < expected.messages && performance.now() - start < catchUpMs;) {
    await sleep(200);
    heard = await listeners.ask({ do: 'hear', group: expected.group });
  }
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
