import { visibilityOf, visibleIn, type Participant } from '@parley/core';
import type { Exported } from '../../engine/exported.ts';
import { perRead } from '../../engine/stream/follower.ts';
import type { LoggedEvent } from '../../engine/stream/logged.ts';

export const participantsOf = ({ state, viewer }: Exported): Participant[] => visibleIn(state, visibilityOf(viewer)).participants;

/** Every event that the viewer can see, in order, a few at a time. */
export async function* eventsOf({ state, viewer, end, env, assertAdmitted }: Exported): AsyncGenerator<LoggedEvent[]> {
  for (let after = 0; after < end;) {
    const head = await assertAdmitted();
    const events = await env.log.after(state.space.spaceId, after, end, perRead, head);
    if (events.length === 0) return;
    after = events.at(-1)!.sequence;
    yield events.filter((event) => event.isFor(viewer));
  }
}
