import type { FactName, Instant, Limits, SpaceState } from '@parley/core';
import type { Meter, UnlabelledGauge } from '../observe/meter.ts';
import type { Due } from '../store/due.ts';
import type { Committer } from '../write/committer.ts';

/** Spaces in which time changes something. */
interface DueTask {
  readonly name: string;
  readonly everyMs: number;
  /** The next ones after the last of the answer before, by time. */
  find(now: Instant, limit: number, after: Due): Promise<Due[]>;
  /** Records it; by default an empty write does, whose batch of decisions records what is overdue. */
  record?(spaceId: string): Promise<void>;
}

/** What happens again and again. */
interface RepeatedTask {
  readonly name: string;
  readonly everyMs: number;
  run(isStopped: () => boolean): Promise<void>;
}

/** How long the oldest thing of a kind has waited, in the whole database: a metric in seconds. */
interface Age {
  readonly metric: UnlabelledGauge;
  /** When it began to wait; undefined if there is none. */
  oldest(now: Instant): Promise<Instant | undefined>;
}

/** How many things of a kind there are, in the whole database: a metric. */
interface StoredCount {
  readonly metric: UnlabelledGauge;
  count(now: Instant): Promise<number>;
}

/** What a resource needs done without a caller. Each task has its own loop, works in small steps and uses an index. */
export interface Upkeep {
  readonly due?: readonly DueTask[];
  readonly repeated?: readonly RepeatedTask[];
  /** Each deletes rows that have expired, and returns how many. */
  readonly expired?: readonly ((now: Instant, limit: number) => Promise<number>)[];
  /** What the database is asked for now and then, if somebody reads the metrics. */
  readonly ages?: readonly Age[];
  readonly counts?: readonly StoredCount[];
  /** Is told of the events that this process has stored, each with its fact as JSON. */
  readonly stored?: { readonly [Name in FactName]?: StoredListener };
}

type StoredListener = (spaceId: string, fact: string) => void;

/** With what a resource does it. */
export interface UpkeepOptions {
  readonly committer: Pick<Committer, 'write'>;
  readonly limits: Limits;
  readonly meter: Meter;
  /** For what is kept for hours or days. */
  readonly sweepMs: number;
  /** The current state; undefined if there is no such space. */
  stateOf(spaceId: string): Promise<SpaceState | undefined>;
  now(): Instant;
  failed(error: unknown): void;
}

/** What is told of the events of each kind. */
export function toldOf(upkeep: readonly Upkeep[]): ReadonlyMap<FactName, readonly StoredListener[]> {
  const told = new Map<FactName, StoredListener[]>();
  for (const [name, each] of upkeep.flatMap(({ stored = {} }) => Object.entries(stored) as [FactName, StoredListener][]))
    told.set(name, [...(told.get(name) ?? []), each]);
  return told;
}

/** Works on all at once; one that fails does not keep the others from it. */
export const forEach = async (
  spaceIds: Iterable<string>,
  work: (spaceId: string) => Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> => {
  await Promise.all(Array.from(spaceIds, (spaceId) => work(spaceId).catch(failed)));
};
