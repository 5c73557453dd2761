import { startChild, type Child } from '../child.ts';
import type { ClosedLoop, Load } from './closed-loop.ts';

export type { Load } from './closed-loop.ts';
export type Generator = Child<ClosedLoop, Load>;

/** Generates load in a separate process, so that its work does not count as the server's. */
export const startGenerator = (): Generator => startChild(new URL('./generator.js', import.meta.url));

export const cpu = ({ cpuMicros }: { cpuMicros: number }): number => cpuMicros;
export const rate = ({ perSecond }: { perSecond: number }): number => perSecond;
