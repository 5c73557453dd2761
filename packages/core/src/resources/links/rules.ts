import { notFound, ServiceError } from '../../kernel/errors.ts';
import { missing } from './errors.ts';
import type { Instant } from '../../kernel/instant.ts';
import { userCodeLength } from './limits.ts';

export type LinkStatus = 'pending' | 'approved' | 'denied' | 'consumed';

/** The decision of a human about a link request. */
export type LinkDecision = 'approved' | 'denied';

/** A request of an agent to be linked to a human's dashboard. */
export interface Link {
  readonly status: LinkStatus;
  /** Who decided. */
  readonly userId: string | undefined;
  readonly expiresAt: Instant;
  readonly polledAt: Instant | undefined;
}

export const pollIntervalSeconds = 5;
/** Allows for clients whose clock runs a little fast. */
const leniencyMs = 1_000;

/** Without characters that look alike, and without vowels, which could form words. */
export const codeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789';
export const codeLength = userCodeLength;

const isOver = ({ expiresAt }: Link, now: Instant): boolean => now >= expiresAt;

/** The request, if it waits for a decision. All others are 404, so that guessing codes reveals nothing about them. */
export function open<L extends Link>(link: L | undefined, now: Instant): L {
  if (link?.status === 'pending' && !isOver(link, now)) return link;
  throw notFound(missing.userCode);
}

/** Decides a request once, before it expires; the same decision by the same user again has no effect. Throws 404 and 409. */
export function decide<L extends Link>(link: L | undefined, decision: LinkDecision, userId: string, now: Instant): L {
  if (!link || isOver(link, now) || link.status === 'pending') return { ...open(link, now), status: decision, userId };
  const decided: LinkDecision = link.status === 'consumed' ? 'approved' : link.status;
  if (link.userId === userId && decided === decision) return link;
  throw new ServiceError('status_conflict', 'This link request is already decided');
}

/** Denies a request that was approved but not collected yet. */
export const withdraw = <L extends Link>(link: L): L => (link.status === 'approved' ? { ...link, status: 'denied' } : link);

interface Polled<L extends Link> {
  status: Exclude<LinkStatus, 'consumed'>;
  next: L;
}

/** The result of a poll (specification, Link request) and the next state of the request. Throws 410 and 429. */
export function poll<L extends Link>(link: L, now: Instant, intervalMs: number): Polled<L> {
  const { status, polledAt } = link;
  if (status === 'consumed')
    throw new ServiceError('link_gone', 'The token of this link request was already collected: start a new request');
  if (isOver(link, now)) throw new ServiceError('link_gone', 'This link request has expired: start a new request');
  if (intervalMs > 0 && polledAt !== undefined && now < polledAt + intervalMs - leniencyMs) {
    const retryAfter = Math.ceil(intervalMs / 1000);
    throw new ServiceError('slow_down', `Polling too fast: poll every ${retryAfter} s`, { retryAfter });
  }
  if (status === 'approved') return { status, next: { ...link, status: 'consumed', polledAt: now } };
  // Without an interval, the time of the poll is not needed.
  return { status, next: intervalMs > 0 ? { ...link, polledAt: now } : link };
}

/** Reads a code as typed by a human: in upper or lower case, with or without the dash. */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : undefined;
}

/** The code as shown to humans. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
