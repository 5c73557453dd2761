import { ServiceError } from '../errors.ts';
import type { Instant } from '../state.ts';

export type LinkStatus = 'pending' | 'approved' | 'denied' | 'consumed';

/** What a human says to a link request. */
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
/** Whoever keeps the interval by a clock of their own is not too early. */
const leniencyMs = 1_000;

/** No letter or digit that looks like another, and no vowel that could make a word. */
export const codeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789';
export const codeLength = 8;

const isOver = ({ expiresAt }: Link, now: Instant): boolean => now >= expiresAt;

/** The request, if it waits for a human. All others are 404, so that whoever tries codes learns nothing of them. */
export function open<L extends Link>(link: L | undefined, now: Instant): L {
  if (link?.status === 'pending' && !isOver(link, now)) return link;
  throw new ServiceError('link_not_found', 'There is no open link request with this code');
}

/** A human decides once and in time; the same decision by the same human again changes nothing. Throws 404 and 409. */
export function decide<L extends Link>(link: L | undefined, decision: LinkDecision, userId: string, now: Instant): L {
  if (!link || isOver(link, now) || link.status === 'pending') return { ...open(link, now), status: decision, userId };
  const decided: LinkDecision = link.status === 'consumed' ? 'approved' : link.status;
  if (link.userId === userId && decided === decision) return link;
  throw new ServiceError('status_conflict', 'This link request was decided before');
}

/** Refuses after all what was approved but not collected yet. */
export const withdraw = <L extends Link>(link: L): L => (link.status === 'approved' ? { ...link, status: 'denied' } : link);

interface Polled<L extends Link> {
  status: Exclude<LinkStatus, 'consumed'>;
  next: L;
}

/** What a poll finds (specification, Link request), and what it makes of the request: it hands the token out once. Throws 410 and 429. */
export function poll<L extends Link>(link: L, now: Instant, intervalMs: number): Polled<L> {
  const { status, polledAt } = link;
  if (status === 'consumed') throw new ServiceError('link_gone', 'The token of this link request was handed out: start over');
  if (isOver(link, now)) throw new ServiceError('link_gone', 'This link request expired: start over');
  if (intervalMs > 0 && polledAt !== undefined && now < polledAt + intervalMs - leniencyMs) {
    const retryAfter = Math.ceil(intervalMs / 1000);
    throw new ServiceError('slow_down', `Slow down: poll every ${retryAfter} s`, { retryAfter });
  }
  if (status === 'approved') return { status, next: { ...link, status: 'consumed', polledAt: now } };
  // Without an interval the time of the poll is not needed.
  return { status, next: intervalMs > 0 ? { ...link, polledAt: now } : link };
}

/** As a human may type it: any case, with or without the dash. */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : undefined;
}

/** As it is read aloud and typed. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
