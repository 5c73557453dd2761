import type { Instant } from './instant.ts';

/**
 * While a space is paused, an instant at which something runs out lies beyond all that a clock can show: its distance from here is the time that is
 * left. So it is never due, and no rule has to know of pauses.
 */
const standstill: Instant = Date.UTC(10_000, 0);

export const isStopped = (at: Instant): boolean => at >= standstill;

/** What `at` is in a space whose time stands still since `since`. */
export const stopped = (at: Instant, since: Instant): Instant => (isStopped(at) ? at : standstill + Math.max(0, at - since));

/** What it is once time goes on: as much later than `now` as it was left. */
export const continued = (at: Instant, now: Instant): Instant => (isStopped(at) ? now + (at - standstill) : at);

/** In RFC 3339; undefined while nobody can say when that is. */
export const dueTime = (at: Instant): string | undefined => (isStopped(at) ? undefined : new Date(at).toISOString());
