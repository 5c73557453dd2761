import { invitation, participant, resembled, statusChanged, wake, type Instant, type Participant } from '@parley/core';
import { keyOf } from '../../engine/keys/keys.ts';
import { read, write } from '../../engine/operation.ts';
import { become } from './become.ts';

export const joinSpace = write<'joinSpace'>(({ state, caller, input, now, env, link, speaker }) => {
  const { spaceId } = state.space;
  const participantId = env.mint.id();
  const key = env.mint.key('participant', spaceId, participantId);
  const used = invitation.use(caller.invitation, now);
  const { invitationId, role = input.role } = used;
  const joined = participant.join(
    state,
    { ...input, role, participantId, keyHash: key.hash, invitationId, speaker },
    env.limits.participantsPerSpace,
  );
  const isWaiting = joined.status === 'waitingForApproval';
  return {
    changes: {
      participants: [joined],
      invitations: [used],
      memberships: link ? [{ ...link, participantId }] : [],
      presence: [{ participantId }],
      signals: isWaiting ? wake.signalsForOwner(state, env.mint.id, now) : [],
    },
    events: [statusChanged(state, joined, { actorId: participantId, ...(isWaiting && { resembles: resembled(state, joined) }) })],
    outcome:
      joined.status === 'active'
        ? { participantPrivateKey: key.key, participantId }
        : { participantId, status: 'pending', statusUrl: `${env.publicUrl}/hub/space/${spaceId}/join/${participantId}` },
  };
});

export const getJoinStatus = read<'getJoinStatus'>(({ state, caller, input, now, env }) => {
  invitation.assertAnswers(caller.invitation, state.participants.get(input.participantId), now);
  const joiner = participant.find(state, input.participantId);
  if (participant.collect(joiner, caller.invitation.invitationId) === 'pending') return { status: 'pending' };
  return { participantPrivateKey: keyOf(joiner, state.space.spaceId, env.mint) };
});

export const approveParticipant = moderate(participant.approve);
export const muteParticipant = moderate(participant.mute);
export const unmuteParticipant = moderate(participant.unmute);

export const kickParticipant = write<'kickParticipant'>(({ state, caller, input, now }) => {
  const before = participant.find(state, input.participantId);
  const kicked = become(state, before, participant.kick(before, now), { actorId: caller.participantId, now });
  const cameBy = input.revokeInvitation ? state.invitations.get(before.invitationId ?? '') : undefined;
  if (!cameBy) return kicked;
  return { ...kicked, changes: { ...kicked.changes, invitations: [invitation.revoke(cameBy, now)] } };
});

export const rotateKey = write<'rotateKey'>(({ state, caller, env }) => {
  const key = env.mint.key('participant', state.space.spaceId, caller.participantId, caller.keyGeneration + 1);
  return { changes: { participants: [participant.rotateKey(caller, key.hash)] }, outcome: { privateKey: key.key } };
});

export const leaveSpace = write<'leaveSpace'>(({ state, caller, now }) =>
  become(state, caller, participant.leave(caller, now), { actorId: caller.participantId, now }),
);

type Moderation = 'approveParticipant' | 'muteParticipant' | 'unmuteParticipant';

function moderate(rule: (participant: Participant, now: Instant) => Participant) {
  return write<Moderation>(({ state, caller, input, now }) => {
    const before = participant.find(state, input.participantId);
    return become(state, before, rule(before, now), { actorId: caller.participantId, now });
  });
}
