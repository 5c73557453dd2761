import type { Instant } from '@parley/core';
import { Unreachable } from './destination.ts';
import type { PostResponse } from './post.ts';

/** A receiver that answers without accepting. */
export class Refused extends Unreachable {
  readonly status: number;
  /** When it wants to be asked again. */
  readonly waitMs: number;

  constructor(message: string, status: number, waitMs = 0) {
    super(message);
    this.status = status;
    this.waitMs = waitMs;
  }
}

/** Throws unless a receiver accepts with this answer. */
export function assertAccepted({ status, retryAfter }: PostResponse, now: Instant): void {
  if (status >= 300 && status < 400) throw new Refused(`It answered with a redirect (${status}), which is not followed`, status);
  if (status < 200 || status >= 300) throw new Refused(`It answered with status ${status}`, status, waitMsOf(retryAfter, now));
}

const longestWaitMs = 3_600_000;

/** What Retry-After asks for, in seconds or as a date, but at most an hour; 0 if it cannot be read. */
function waitMsOf(retryAfter: string | undefined, now: Instant): number {
  const text = retryAfter?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? Math.min(ms, longestWaitMs) : 0;
}
