import { ServiceError } from '../errors.ts';
import type { Instant } from '../state.ts';

export type LinkStatus = 'pending' | 'approved' | 'denied' | 'consumed';

/** A request of an agent to be linked to a human's dashboard. */
export interface Link {
  readonly status: LinkStatus;
  readonly expiresAt: Instant;
  readonly polledAt: Instant | undefined;
}

export const pollIntervalSeconds = 5;
/** Whoever keeps the interval by a clock of their own is not too early. */
const leniencyMs = 1_000;

/** No letter or digit that looks like another, and no vowel that could make a word. */
export const codeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789';
export const codeLength = 8;

/** A request that was polled later than this is polled too often; without an interval none is, whatever the clocks of others say. */
export const earliestPollBefore = (now: Instant, intervalMs: number): Instant =>
  intervalMs === 0 ? Number.MAX_SAFE_INTEGER : now - intervalMs + leniencyMs;

/** What a poll finds (specification, Link request): whether the token is due now. Throws 410 and 429. */
export function poll({ status, expiresAt, polledAt }: Link, now: Instant, intervalMs: number): Exclude<LinkStatus, 'consumed'> {
  if (status === 'consumed') throw new ServiceError('link_gone', 'The token of this link request was handed out: start over');
  if (now >= expiresAt) throw new ServiceError('link_gone', 'This link request expired: start over');
  if (polledAt !== undefined && polledAt > earliestPollBefore(now, intervalMs)) {
    const retryAfter = Math.ceil(intervalMs / 1000);
    throw new ServiceError('slow_down', `Slow down: poll every ${retryAfter} s`, { retryAfter });
  }
  return status;
}

/** A human decides once, and in time. */
export const isOpen = ({ status, expiresAt }: Pick<Link, 'status' | 'expiresAt'>, now: Instant): boolean =>
  status === 'pending' && now < expiresAt;

/** As a human may type it: any case, with or without the dash. */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : undefined;
}

/** As it is read aloud and typed. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
