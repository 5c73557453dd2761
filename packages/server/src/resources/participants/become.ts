import {
  artifact,
  artifactChanged,
  isGone,
  participant,
  statusChanged,
  task,
  taskChanged,
  wake,
  type Instant,
  type Participant,
  type SpaceState,
} from '@parley/core';
import type { Effects } from '../../engine/write/effects.ts';

/** A participant who can no longer act loses its locks and the tasks that it works on, and one who is gone its wake address, in the same decision. */
export function become(
  state: SpaceState,
  before: Participant,
  after: Participant,
  { now, ...change }: { now: Instant; actorId: string; namesErasedThrough?: number | undefined },
): Effects<{ ok: boolean }> {
  const { actorId } = change;
  const released = after.status === 'active' ? [] : artifact.heldLocks(state, after.participantId, now).map(artifact.release);
  const givenBack = after.status === 'active' ? [] : task.heldBy(state, after.participantId, now);
  const lost = isGone(after) ? wake.of(state, after.participantId) : [];
  return {
    changes: { participants: [after], artifacts: released, tasks: givenBack.map(task.opened), forgotten: { wakes: lost } },
    events: [
      statusChanged(state, after, { previousStatus: before.status, ...change }),
      ...released.map((each) => artifactChanged('unlocked', each, actorId, now)),
      ...givenBack.map((each) => taskChanged('released', task.opened(each), actorId, each.worker)),
    ],
    outcome: { ok: true },
  };
}

/** A participant whose key is replaced by somebody else: it is not notified either, until it has the new one. */
export const shutOut = (state: SpaceState, before: Participant, keyHash: string): Effects<undefined> => ({
  changes: { participants: [participant.rotateKey(before, keyHash)], forgotten: { wakes: wake.of(state, before.participantId) } },
  outcome: undefined,
});
