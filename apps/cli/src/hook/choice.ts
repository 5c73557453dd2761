import { PausedError, type ClaimedDelivery, type Space } from '@parley/sdk';
import type { Claims } from './pace.ts';

/** A delivery that was claimed for the agent, with its message. */
export interface ChosenNews extends ClaimedDelivery {
  space: Space;
}

/** A space that is asked, and how far. */
export interface Turns {
  space: Space;
  /** `next` is the number of the next claim. */
  claims: Claims;
  /** Whether an earlier run has made these claims, so that their answers can be old. */
  isAgain: boolean;
  /** Whether the service may have an answer that did not arrive. */
  isUnanswered: boolean;
}

/** Long enough to work on several messages; after it, what the agent did not answer is queued again. */
const leaseSeconds = 600;

/**
 * Which messages the agent is shown, and in which order: the spaces take turns, and in each the server chooses, sender by sender. A space
 * that fails is left out; `onFailure` learns why. Nothing is claimed once it is `late`.
 */
export async function claimNext<Each extends Turns>(
  spaces: readonly Each[],
  most: number,
  onFailure: (turns: Each, error: unknown) => void,
  late?: AbortSignal,
): Promise<(ChosenNews & { turns: Each })[]> {
  const chosen: (ChosenNews & { turns: Each })[] = [];
  let left = [...spaces];
  while (left.length > 0 && chosen.length < most && !late?.aborted) {
    const asked = left.slice(0, most - chosen.length);
    const failed = (turns: Each) => (error: unknown) => {
      onFailure(turns, error);
      return undefined;
    };
    const found = await Promise.all(asked.map((turns) => claim(turns).catch(failed(turns))));
    const took = found.flatMap((each, i) => (each ? [{ ...each, turns: asked[i]! }] : []));
    chosen.push(...took);
    const later = left.slice(asked.length);
    left = [...later, ...took.map(({ turns }) => turns)];
  }
  return chosen;
}

async function claim(turns: Turns): Promise<ChosenNews | undefined> {
  for (;;) {
    const { space, claims } = turns;
    turns.isUnanswered = true;
    const once = { minimal: true, idempotencyKey: `${claims.key}-${claims.next}` };
    const claimed = await space.call('claimDelivery', { leaseSeconds }, once).catch(unlessPaused);
    turns.isUnanswered = false;
    if (!claimed?.delivery) return undefined;
    claims.next += 1;
    // It is in the queue again, or somebody else has it.
    if (!(turns.isAgain && hasLapsed(claimed.delivery))) return { ...claimed, space };
  }
}

/** Nothing can be claimed while a space is paused, and what waits in it goes on waiting. */
function unlessPaused(error: unknown): undefined {
  if (!(error instanceof PausedError)) throw error;
}

const hasLapsed = ({ leaseExpiresAt }: ClaimedDelivery['delivery']): boolean =>
  leaseExpiresAt !== undefined && Date.parse(leaseExpiresAt) <= Date.now();
