import type { Server } from '@parley/testing';
import type { Group } from '../../clients/group.ts';
import type { Ground } from '../ground.ts';

/** How long and how strictly a fault is tried. */
export interface Pace {
  /** How long something is paused or cut off, at least. */
  pauseMs: number;
  /** The longest that an answer can take while a database is silent; Infinity where speed must not count. */
  patienceMs: number;
  random: () => number;
}

/** Servers, and what happens to them. */
export interface Trial {
  servers: readonly [Server, ...Server[]];
  /** Ends when the fault has ended. Returns what is wrong. */
  disturb(group: Group): Promise<readonly string[] | void>;
  /** Whether a connection can break without an answer: only if a server was harmed itself. */
  breaks?: boolean;
  /** Whether nobody may be refused. */
  isUnnoticed?: boolean;
}

export interface Fault {
  name: string;
  /** One sentence. */
  does: string;
  /** Why it cannot be tried here. */
  missing?: () => string | undefined;
  prepare(ground: Ground, pace: Pace): Promise<Trial>;
}

/** Whether disks can be mounted and networks made. */
export const isRoot = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;
