import type { ClaimedDelivery, Space } from '@parley/sdk';

/** A delivery that was claimed for the agent, with its message. */
export interface Chosen extends ClaimedDelivery {
  space: Space;
}

/** Long enough to work on several messages; after it, what the agent did not answer is queued again. */
const leaseSeconds = 600;

/**
 * Which messages the agent is shown, and in which order: the spaces take turns, and in each the server chooses, sender by sender. A space
 * that fails is left out; `onFailure` learns why.
 */
export async function claimNext(
  spaces: readonly Space[],
  most: number,
  onFailure: (space: Space, error: unknown) => void,
): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  let left = [...spaces];
  while (left.length > 0 && chosen.length < most) {
    const asked = left.slice(0, most - chosen.length);
    const failed = (space: Space) => (error: unknown) => {
      onFailure(space, error);
      return undefined;
    };
    const found = await Promise.all(asked.map((space) => claim(space).catch(failed(space))));
    const took = found.filter((each) => each !== undefined);
    chosen.push(...took);
    const later = left.slice(asked.length);
    left = [...later, ...took.map(({ space }) => space)];
  }
  return chosen;
}

async function claim(space: Space): Promise<Chosen | undefined> {
  const claimed = await space.call('claimDelivery', { leaseSeconds }, { minimal: true });
  return claimed.delivery ? { ...claimed, space } : undefined;
}
