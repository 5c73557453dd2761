import type { Space, SpaceView } from '@parley/sdk';
import type { Context, Place } from './context.ts';
import { saysEnded } from './ended.ts';
import { fetch } from './fetch.ts';
import type { KeptSpace } from './keys/kept-spaces.ts';

/** `removed`: the user left or was kicked. `unknown`: the server, or the keychain, did not answer in time. */
type State = 'open' | 'ended' | 'removed' | 'unknown';

/** The state of a stored space, as far as its server answers in time. */
export interface Standing {
  state: State;
  /** Why it is unknown. */
  why?: string;
  /** Messages of others that were not shown yet; at most 100 are counted. */
  unread?: number;
  /** Open deliveries to the user; at most 100 are counted. */
  forYou?: number;
  /** The space itself. */
  view?: SpaceView;
}

const timeoutMs = 3_000;
/** Nobody waits longer than this for all spaces together. */
const deadlineMs = 4_000;
const mostAtOnce = 8;
const mostCounted = 100;

/** Asks the servers of these spaces, a few at a time. */
export async function standingsOf(context: Context, all: readonly KeptSpace[]): Promise<Standing[]> {
  const late = AbortSignal.timeout(deadlineMs);
  const found: Standing[] = all.map(() => ({ state: 'unknown', why: 'no answer in time' }));
  const waiting = [...all.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next && !late.aborted; next = waiting.shift()) {
      const [i, kept] = next;
      found[i] = await standingOf(context, kept, late);
    }
  };
  // The keychain of the system can wait for its user longer than any signal allows.
  const isLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.race([Promise.all(Array.from({ length: mostAtOnce }, work)), isLate]);
  return [...found];
}

/** The same for the space that a command acts in. */
export const standingIn = (context: Context, place: Place): Promise<Standing> =>
  standing(context, AbortSignal.timeout(deadlineMs), async () => place);

const standingOf = (context: Context, kept: KeptSpace, late: AbortSignal): Promise<Standing> =>
  standing(context, late, async () => ({ ...kept, key: await context.spaces.keyOf(kept) }));

async function standing(context: Context, late: AbortSignal, placeOf: () => Promise<Place>): Promise<Standing> {
  try {
    const place = await placeOf();
    const signal = AbortSignal.any([late, context.signal]);
    const space = await context.open(place, { maxRetries: 0, timeoutMs, fetch, signal });
    const mark = await context.spaces.marks.of(place.spaceId);
    const asked = [unreadIn(space, mark?.sequence ?? 0), openDeliveriesIn(space), space.get()] as const;
    const [unread, forYou, view] = await Promise.all(asked);
    return { state: 'open', unread, ...(forYou !== undefined && { forYou }), view };
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (saysEnded(error)) return { state: 'ended' };
    if ((error as { code?: string }).code === 'key_revoked') return { state: 'removed' };
    return { state: 'unknown', why: late.aborted ? 'no answer in time' : (error as Error).message };
  }
}

async function unreadIn(space: Space, after: number): Promise<number> {
  const { messages, hasMore } = await space.call('listMessages', { after, limit: mostCounted }, { minimal: true });
  return hasMore ? mostCounted : messages.filter(({ senderId }) => senderId !== space.participantId).length;
}

/** An older server has no deliveries. */
async function openDeliveriesIn(space: Space): Promise<number | undefined> {
  const page = space.call('listDeliveries', { limit: mostCounted }, { minimal: true });
  return page.then(
    ({ deliveries }) => deliveries.length,
    (error: { status?: number }) => {
      if (error.status !== 404) throw error;
      return undefined;
    },
  );
}

/** A count as people read it. */
export const counted = (count: number | undefined): string => {
  if (count === undefined) return '';
  return count < mostCounted ? String(count) : `${mostCounted - 1}+`;
};
