import { startChild, type Child } from '../child.ts';
import type { ClosedLoop, Load } from './closed-loop.ts';

export type { Load } from './closed-loop.ts';
export type Generator = Child<ClosedLoop, Load>;

/** Generates load in a separate process, so that its work does not count as the server's. */
export const startGenerator = (): Generator => startChild(new URL('./generator.js', import.meta.url));

const warmUp = { ms: 30_000, count: 3_000 };

/** A load for a server that has answered so many of its requests that its code is compiled, however slow the machine is. */
export async function warmed(generator: Generator, load: ClosedLoop): Promise<() => Promise<Load>> {
  await generator.ask({ ...load, ...warmUp });
  return () => generator.ask(load);
}

export const cpu = ({ cpuMicros }: { cpuMicros: number }): number => cpuMicros;
export const rate = ({ perSecond }: { perSecond: number }): number => perSecond;
