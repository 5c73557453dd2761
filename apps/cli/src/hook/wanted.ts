import { taken } from '../watching/folder.ts';
import { caughtUpTo } from './caught.ts';
import type { Member } from './members.ts';
import { isDown, isOver, lostClaims, membershipOf, type Claims, type Pace } from './pace.ts';

/** A space that is asked. */
export interface Wanted extends Member {
  /** The claims of an earlier run that are repeated there. */
  lost: Claims | undefined;
  /** Whether something may wait there. */
  mayWait: boolean;
  /** The session that starts is caught up from here; undefined if it is not. */
  after: number | undefined;
}

/** Beyond this, a profile has spaces that nobody works in. */
const mostSpaces = 20;
/** They share the tokens of a catch-up. */
const mostCaughtUp = 3;

export const serverOf = ({ baseUrl = '' }: Member): string => baseUrl;

/**
 * Which spaces are asked: not those whose server is down, or that are over, and those in which nothing waits only for a catch-up. First
 * come those in which something is known to wait, then the current one.
 */
export function wantedOf(
  members: readonly Member[],
  known: ReadonlyMap<string, number>,
  pace: Pace,
  now: number,
  isStart = false,
): readonly Wanted[] {
  const open = members.filter((member) => !isDown(pace, serverOf(member), now) && !isOver(pace, membershipOf(member), now));
  const caughtUp = isStart ? caughtUpIn(open, known) : new Set();
  const rank = ({ lost, spaceId, isCurrent, after }: Wanted) =>
    lost !== undefined || known.has(spaceId) || after !== undefined ? 0 : isCurrent === true ? 1 : 2;
  return open
    .map((member) => {
      const lost = lostClaims(pace, membershipOf(member), now);
      // A lost delivery need not be in the queue any more.
      const mayWait = lost !== undefined || (known.get(member.spaceId) ?? 1) > 0;
      const after = caughtUp.has(member) ? caughtUpTo(pace.caught, membershipOf(member)) : undefined;
      return { ...member, lost, mayWait, after };
    })
    .filter(({ mayWait, after }) => mayWait || after !== undefined)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostSpaces);
}

/** The current space, then others that processes of the profile follow, but none that another process answers in. */
function caughtUpIn(members: readonly Member[], known: ReadonlyMap<string, number>): ReadonlySet<Member> {
  const rank = ({ isCurrent = true }: Member) => (isCurrent ? 0 : 1);
  return new Set(
    members
      .filter((each) => known.get(each.spaceId) !== taken && (rank(each) === 0 || known.has(each.spaceId)))
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, mostCaughtUp),
  );
}
