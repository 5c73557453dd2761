import { Unreachable } from './destination.ts';

/** A receiver that says when it wants to be asked again. */
export class Busy extends Unreachable {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

const longestWaitMs = 3_600_000;

/** What Retry-After asks for, in seconds or as a date, but at most an hour; 0 if it cannot be read. */
export function waitMsOf(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? Math.min(ms, longestWaitMs) : 0;
}
