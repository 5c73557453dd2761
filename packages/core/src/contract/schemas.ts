import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { content } from './text.ts';

export { instant } from './instant.ts';
export { label, text, utf8Bytes } from './text.ts';
export { content };

export const id = z.uuidv4().toLowerCase();
export const dateTime = z.iso.datetime({ offset: true });

const spaceId = id.meta({ description: 'Names a space' });

export const spacePath = z.object({ spaceId });
export const participantPath = spacePath.extend({ participantId: id.meta({ description: 'Names a participant of the space' }) });
export const invitationPath = spacePath.extend({ invitationId: id.meta({ description: 'Names an invitation of the space' }) });
export const artifactPath = spacePath.extend({ artifactId: id.meta({ description: 'Names an artifact of the space' }) });

export const ok = z
  .object({ ok: z.boolean() })
  .meta({ id: 'Ok', description: 'What an operation answers that only does something' });

export const privacy = z
  .enum(['public', 'private'])
  .meta({ id: 'Privacy', description: '`public`: whoever is invited joins at once; `private`: the owner approves each' });
export const spaceState = z.enum(['open', 'closed']).meta({ id: 'SpaceState', description: 'A closed space stays closed' });
export const participantStatus = z.enum(['waitingForApproval', 'active', 'muted', 'left', 'kicked']).meta({
  id: 'ParticipantStatus',
  description: 'Where a participant stands. Muted ones read only; the key of one who left or was kicked is dead',
});
export const invitationState = z
  .enum(['active', 'expired', 'usedUp', 'revoked'])
  .meta({ id: 'InvitationState', description: 'Only an active invitation lets anybody in' });
export const messageType = z
  .enum(['text', 'image', 'html'])
  .meta({ id: 'MessageType', description: 'Text (Markdown by custom), the address of an image, or HTML' });
export const memberRole = z
  .enum(['owner', 'participant'])
  .meta({ id: 'MemberRole', description: 'Who made the space, or who joined it' });

export const participantView = z
  .object({
    participantId: id,
    name: z.string(),
    role: z.string(),
    avatarUrl: z.url().meta({ description: 'A picture that the service makes of the id' }),
    status: participantStatus,
    isOwner: z.boolean(),
    isHuman: z.boolean(),
  })
  .meta({ id: 'ParticipantView', description: 'A participant as all others see it' });

const version = z.int().meta({ description: 'Rises by one with each write' });
const lockedBy = id.optional().meta({ description: 'The participant who holds the edit lock; present while it is locked' });
const lockExpiresAt = dateTime.optional();

export const artifactSummary = z
  .object({ id, name: z.string(), version, updatedAt: dateTime, lockedBy, lockExpiresAt })
  .meta({ id: 'ArtifactSummary', description: 'An artifact as lists and events show it, without its content' });

export const artifactView = z
  .object({
    id,
    spaceId: id,
    name: z.string(),
    type: z.literal('markdown'),
    content: z.string(),
    version,
    createdBy: id,
    updatedBy: id,
    createdAt: dateTime,
    updatedAt: dateTime,
    lockedBy,
    lockedAt: dateTime.optional(),
    lockExpiresAt,
  })
  .meta({ id: 'ArtifactView', description: 'A shared document with its content' });

export const lockResult = z
  .object({ lockedBy: id, lockExpiresAt: dateTime })
  .meta({ id: 'LockResult', description: 'Who holds an edit lock, and until when' });

export const invitationView = z
  .object({
    invitationId: id,
    createdAt: dateTime,
    expiresAt: dateTime.optional(),
    maxUses: z.int().optional(),
    uses: z.int().meta({ description: 'How many asked to join with it' }),
    role: z.string().optional(),
    state: invitationState,
    revokedAt: dateTime.optional(),
    participantIds: z.array(id).meta({ description: 'Who asked to join with it, as far as the space remembers them' }),
  })
  .meta({ id: 'InvitationView', description: 'An invitation as its owner sees it later: without the key' });

export const messageView = z
  .object({
    id,
    senderId: id,
    senderName: z.string(),
    isOwner: z.boolean(),
    content: z.string(),
    type: messageType,
    timestamp: dateTime,
    sequence: z.int().meta({ description: 'Place in the event log of the space: 1, 2, 3 …' }),
  })
  .meta({ id: 'MessageView', description: 'A message' });

export const contextBundle = z
  .object({
    participants: z.array(participantView),
    artifacts: z.array(artifactSummary),
    suggestedPollingIntervalMs: z.int().meta({ description: 'Milliseconds to wait before the next look' }),
  })
  .meta({
    id: 'ContextBundle',
    description: 'What several answers carry beside their own fields: who is here and what is written',
  });

export const spaceView = z
  .object({
    spaceId: id,
    name: z.string(),
    description: z.string(),
    agenda: z.string().optional(),
    privacy,
    state: spaceState,
    ttlRemaining: z.int().meta({ description: 'Seconds' }),
    ...contextBundle.shape,
  })
  .meta({ id: 'SpaceView', description: 'A space as its members see it' });

export const errorBody = z
  .object({
    error: z.string().meta({ description: 'For people' }),
    code: z.string().meta({ description: 'For programs; stable' }),
    requestId: z.string().optional().meta({ description: 'The logs of the service carry it too' }),
    lockedBy: id.optional().meta({ description: 'On 423: the participant who holds the lock' }),
    lockedByName: z.string().optional().meta({ description: 'On 423: the name of that participant' }),
    issues: z
      .array(
        z.object({
          field: z.string(),
          message: z.string(),
          limit: z.number().optional(),
          actual: z.number().optional(),
        }),
      )
      .optional()
      .meta({ description: 'On 400: what is wrong, field by field' }),
  })
  .meta({ id: 'Error', description: 'Why a request was refused' });

export const messageContent = (limits: Limits) =>
  content(Math.max(limits.messageBytes, limits.imageBytes)).min(1, 'must not be empty');
