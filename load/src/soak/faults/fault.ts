import type { Group } from '../../clients/group.ts';
import type { Named } from '../../report/scenarios.ts';
import type { Server } from '../../servers/serve.ts';
import type { Ground } from '../ground.ts';

/** How long and how strictly a fault is tried. */
export interface Pace {
  /** How long something is paused or cut off, at least. */
  pauseMs: number;
  /** The longest that an answer can take while a database is silent; Infinity where speed must not count. */
  patienceMs: number;
  random: () => number;
}

/** What happens to servers. It lasts until all that it names has happened. */
export interface Trial {
  servers: readonly [Server, ...Server[]];
  /** Returns what is wrong. */
  begin(group: Group): Promise<readonly string[] | void> | void;
  end?(): unknown;
  lastsMs?: number;
  /** The places of the servers that have to refuse a write, and of those that have to acknowledge one. */
  refusing?: readonly number[];
  writing?: readonly number[];
  /** Those that have to say that they are not ready. */
  unready?: readonly Server[];
  /** Whether a connection can break without an answer: only if a server was harmed itself. */
  breaks?: boolean;
  /** Whether nobody may be refused. */
  isUnnoticed?: boolean;
}

export interface Fault extends Named {
  prepare(ground: Ground, pace: Pace): Promise<Trial>;
}
