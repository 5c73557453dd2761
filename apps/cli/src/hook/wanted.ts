import type { Member } from './members.ts';
import { isDown, isOver, lostClaims, membershipOf, type Claims, type Pace } from './pace.ts';

/** A space that is asked, with the claims of an earlier run that are repeated there. */
export interface Wanted extends Member {
  lost: Claims | undefined;
}

/** Beyond this, a profile has spaces that nobody works in. */
const mostSpaces = 20;

export const serverOf = ({ baseUrl = '' }: Member): string => baseUrl;

/**
 * Which spaces are asked: not those in which nothing waits, whose server is down, or that are over. First come those in which something
 * is known to wait, then the current one.
 */
export function wantedOf(
  members: readonly Member[],
  known: ReadonlyMap<string, number>,
  pace: Pace,
  now: number,
): readonly Wanted[] {
  const all = members.map((member) => ({ ...member, lost: lostClaims(pace, membershipOf(member), now) }));
  const isWorthIt = (member: Wanted) =>
    // A lost delivery need not be in the queue any more.
    (member.lost !== undefined || (known.get(member.spaceId) ?? 1) > 0) &&
    !isDown(pace, serverOf(member), now) &&
    !isOver(pace, membershipOf(member), now);
  const rank = ({ lost, spaceId, isCurrent }: Wanted) =>
    lost !== undefined || known.has(spaceId) ? 0 : isCurrent === true ? 1 : 2;
  return all
    .filter(isWorthIt)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostSpaces);
}
