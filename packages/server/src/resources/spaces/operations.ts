import {
  budget,
  delivery,
  ended,
  isGone,
  newSpace,
  paused,
  resumed,
  ServiceError,
  space,
  spaceChanged,
  visibilityOfCaller,
} from '@parley/core';
import { keyOf } from '../../engine/keys/keys.ts';
import { Json } from '../../engine/present/json.ts';
import { spaceFields } from './present.ts';
import { ofUser, plain, read, write, writeWith } from '../../engine/operation.ts';

export { exportSpace } from '../export/operations.ts';

export const createSpace = plain<'createSpace'>(async ({ input, now, env, link, create }) => {
  const spaceId = env.mint.id();
  const ownerId = env.mint.id();
  const key = env.mint.key('participant', spaceId, ownerId);
  const { agentBudget = env.agentBudget } = input;
  await create({
    state: newSpace({ ...input, agentBudget, spaceId, ownerId, keyHash: key.hash }, now),
    sideRows: {
      memberships: link ? [{ ...link, participantId: ownerId }] : [],
      presence: [{ participantId: ownerId }],
    },
  });
  return { spaceId, ownerId, ownerPrivateKey: key.key };
});

export const getSpace = read<'getSpace'>(({ state, caller, now, context }) => {
  const { spaceId, privacy } = state.space;
  const bundle = context(visibilityOfCaller(state, caller));
  return Json.ending(`{"spaceId":"${spaceId}","privacy":"${privacy}",${spaceFields(state, now)},`, bundle);
});

export const updateSpace = write<'updateSpace'>(({ state, input, now }) => {
  const updated = space.update(state.space, input, now);
  const { changes, events } = budget.limitTo(state, updated.agentBudget);
  return { changes: { ...changes, space: updated }, events, outcome: { ok: true } };
});

export const resetBudget = write<'resetBudget'>(({ state }) => ({ ...budget.reset(state), outcome: { ok: true } }));

export const pauseSpace = write<'pauseSpace'>(({ state, caller, input: { reason }, now }) => {
  if (state.space.paused) return { outcome: { ok: true } };
  const actorId = caller.participantId;
  return {
    changes: paused(state, { by: actorId, at: now, reason }),
    events: [spaceChanged({ action: 'paused', actorId, reason })],
    outcome: { ok: true },
  };
});

export const resumeSpace = writeWith<'resumeSpace'>()(
  ({ input, env, caller }) => caller().then(() => env.deliveries.leased(input.spaceId)),
  ({ state, caller, now, latest }, leased) => {
    const { space } = state;
    if (!space.paused) return { outcome: { ok: true } };
    // Nothing is claimed while a space is paused, so no lease can have begun since they were read.
    const deliveries = leased
      .map((each) => latest('deliveries', each.deliveryId) ?? each)
      .flatMap((each) => delivery.resumed(each, space, now) ?? []);
    return {
      changes: { ...resumed(state, now), deliveries },
      events: [spaceChanged({ action: 'resumed', actorId: caller.participantId })],
      outcome: { ok: true },
    };
  },
);

export const closeSpace = write<'closeSpace'>(({ state, now }) => ({
  ...ended(state, space.close(state.space, now)),
  outcome: { ok: true },
}));

/** If the user is several participants, prefers the owner, then the latest. */
export const getMySpaceKey = ofUser<'getMySpaceKey'>(async ({ input: { spaceId }, user, now, env, stateOf }) => {
  const ids = await env.memberships.in(user.userId, spaceId);
  const state = ids.length ? await stateOf(spaceId) : undefined;
  const mine = ids
    .flatMap((id) => state?.participants.get(id) ?? [])
    .filter((each) => !isGone(each) && each.status !== 'waitingForApproval');
  const participant = mine.find(({ isOwner }) => isOwner) ?? mine[0];
  if (!state || !participant) throw new ServiceError('participant_not_found', 'You have no key to a space with this id');
  if (space.isOver(state.space, now)) throw new ServiceError('key_expired', 'The space has ended and its keys no longer work');
  return { role: participant.isOwner ? 'owner' : 'participant', privateKey: keyOf(participant, spaceId, env.mint) };
});
