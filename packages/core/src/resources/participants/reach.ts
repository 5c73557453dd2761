import type { z } from 'zod';
import type { reach } from './views.ts';
import type { Instant } from '../../kernel/instant.ts';

export type Reach = z.output<typeof reach>;

/** What the service has measured about a participant. */
export interface Trace {
  /** When its key was last used, or its last stream or waiting poll was last open. */
  readonly lastSeenAt?: Instant | undefined;
  /** When its wake address last answered; only a verified address counts. */
  readonly wakeAnsweredAt?: Instant | undefined;
}

/** How long a participant counts as live after it was last seen (decisions §14). */
export const liveMs = 60_000;
/** How long a wake address counts as working after it last answered. */
export const wakeableMs = 24 * 60 * 60_000;

export function reachOf(trace: Trace, now: Instant, live = liveMs): Reach {
  if (now < liveUntil(trace, live)) return 'live';
  return now < wakeableUntil(trace) ? 'wakeable' : 'away';
}

/** When time alone will next change the reach. */
export function reachUntil(trace: Trace, now: Instant, live = liveMs): Instant {
  return [liveUntil(trace, live), wakeableUntil(trace)].find((until) => now < until) ?? Infinity;
}

/** An instant as callers see it: rounded down to half the time that a participant stays live. */
export const seenAbout = (at: Instant, live = liveMs): Instant => at - (at % (live / 2));

/** When an instant after this one will first look different. */
export const seenUntil = (at: Instant, live = liveMs): Instant => seenAbout(at, live) + live / 2;

const liveUntil = ({ lastSeenAt = -Infinity }: Trace, live: number): Instant => lastSeenAt + live;
const wakeableUntil = ({ wakeAnsweredAt = -Infinity }: Trace): Instant => wakeAnsweredAt + wakeableMs;
