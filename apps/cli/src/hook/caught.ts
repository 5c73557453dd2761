import type { HookEvent } from '../hosts/events.ts';

/** How far sessions of the profile were caught up in a space, by sequence. */
export interface Caught {
  membership: string;
  /** What the last session knew that has acted since it started. */
  after: number;
  /** What the last session was told at its start. It counts once that session has acted: until then, nobody may have read it. */
  told?: number;
}

/** Where the catch-up of a session that starts now begins. */
export const caughtUpTo = (caught: readonly Caught[] = [], membership: string): number =>
  caught.find((each) => each.membership === membership)?.after ?? 0;

/** A session was told at its start what happened up to this sequence. */
export function withTold(caught: readonly Caught[] = [], membership: string, told: number): Caught[] {
  const others = caught.filter((each) => each.membership !== membership);
  return [...others, { membership, after: caughtUpTo(caught, membership), told }];
}

/** A model that has called a tool or is about to stop has read what it was told at the start. */
export const showsReading = (event: HookEvent): boolean => event === 'post-tool-use' || event === 'stop';

export const isUnread = ({ told }: Caught): boolean => told !== undefined;

/** All that was told has been read. */
export const asRead = (caught: readonly Caught[] = []): Caught[] =>
  caught.map(({ membership, after, told = after }) => ({ membership, after: told }));

export function isCaught(read: unknown): read is Caught {
  const { membership, after, told = after } = (read ?? {}) as Record<string, unknown>;
  return typeof membership === 'string' && [after, told].every((each) => Number.isSafeInteger(each) && (each as number) >= 0);
}
