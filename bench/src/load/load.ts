import { startChild, type Child } from '../child.ts';
import type { ClosedLoop, Load } from './closed-loop.ts';

export type Generator = Child<ClosedLoop, Load>;

/** Load comes from a process of its own, so that its work is not taken for the server's. */
export const startGenerator = (): Generator => startChild(new URL('./generator.js', import.meta.url));
