import * as core from './index.ts';
import type { Artifact, Invitation, Measures, Participant, SpaceState } from './index.ts';

/** The initial space of the tests: created at instant 0, with a lifetime of an hour. */
const spaceId = '11111111-1111-4111-8111-111111111111';
const ownerId = '22222222-2222-4222-8222-222222222222';
const hour = 3_600;

export const aSpace = (wish: Partial<Parameters<typeof core.space.create>[0]> = {}): SpaceState =>
  core.newSpace(
    { spaceId, ownerId, keyHash: 'owner-key', name: 'Space', description: '', privacy: 'public', ttl: hour, ...wish },
    0,
  );

export const aJoiner = (state: SpaceState, participantId: string): Participant =>
  core.participant.join(
    state,
    { participantId, keyHash: `${participantId}-key`, invitationId: 'invitation', name: participantId, speaker: 'guest' },
    core.defaultLimits.participantsPerSpace,
  );

type InvitationWish = Partial<Parameters<typeof core.invitation.create>[1]>;

export const anInvitation = (state: SpaceState, wish: InvitationWish = {}, now = 0): Invitation =>
  core.invitation.create(
    state,
    { invitationId: 'invitation', keyHash: `${wish.invitationId ?? 'invitation'}-key`, ...wish },
    now,
    core.defaultLimits.invitationsPerSpace,
  );

export const withParticipants = (state: SpaceState, ...participants: Participant[]): SpaceState =>
  core.apply(state, { participants });

export const ownerOf = (state: SpaceState): Participant => state.participants.get(ownerId)!;

/** Of a content with so many bytes. */
export const measuring = (bytes: number): Measures => ({ bytes, contentBytes: bytes, sha256: `of ${bytes} bytes` });

export const anArtifact = (state: SpaceState, artifactId = 'artifact', now = 0): Artifact =>
  core.artifact.create(state, { artifactId, name: 'Note', measures: measuring(0) }, ownerOf(state), now, core.defaultLimits);

/** The error code of what is thrown. */
export function refusalOf(act: () => unknown): core.ErrorCode | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof core.ServiceError) return error.code;
    throw error;
  }
  return undefined;
}
