import { z } from 'zod';
import { defaultLeaseSeconds, maxLeaseSeconds, minLeaseSeconds, type Limits } from '../limits.ts';
import { ballast, callerDiff, callerLabel, callerText, reference } from './reading.ts';
import { content, visibleContent } from './text.ts';

export { instant } from './instant.ts';
export { label, line, nameText, text, utf8Bytes } from './text.ts';
export { content };

/** Ours have version 4; callers can send any UUID of RFC 9562, as `format: uuid` says. */
export const id = z.uuid().toLowerCase();

/** For which surfaces for models take a name; REST says where the id is. */
const idNotName = (which: string) =>
  z
    .uuid({
      error: ({ code }) => (code === 'invalid_format' ? `must be ${which} (a UUID), not a name: getSpace lists both` : undefined),
    })
    .toLowerCase();
export const participantReference = () => reference('participant', idNotName('a participantId'));
export const artifactReference = () => reference('artifact', idNotName('the id of an artifact'));

export const dateTime = z.iso.datetime({ offset: true });

const spaceId = id.meta({ description: 'ID of the space' });

export const spacePath = z.object({ spaceId });
export const participantPath = spacePath.extend({
  participantId: reference('participant', id.meta({ description: 'ID of the participant' })),
});
export const invitationPath = spacePath.extend({ invitationId: id.meta({ description: 'ID of the invitation' }) });
export const artifactPath = spacePath.extend({
  artifactId: reference('artifact', id.meta({ description: 'ID of the artifact' })),
});

export const filePath = spacePath.extend({ fileId: reference('file', id.meta({ description: 'ID of the file' })) });

export const deliveryPath = spacePath.extend({
  deliveryId: reference('delivery', id.meta({ description: 'ID of the delivery' })),
});

export const leaseSeconds = z
  .int()
  .min(minLeaseSeconds)
  .max(maxLeaseSeconds)
  .default(defaultLeaseSeconds)
  .meta({ description: 'Duration of the lease in seconds' });

export const leaseId = id.optional().meta({ description: 'The lease that you hold; without it, the lease in force' });

/** Of an event in the log of a space. */
export const sequence = z.int();

export const ok = z.object({ ok: z.boolean() }).meta({ id: 'Ok', description: 'The operation succeeded' });

export const privacy = z.enum(['public', 'private']).meta({
  id: 'Privacy',
  description: '`public`: anyone with an invitation joins immediately; `private`: the owner approves each participant',
});
export const spaceState = z.enum(['open', 'closed']).meta({ id: 'SpaceState', description: 'A closed space cannot be reopened' });
export const participantStatus = z.enum(['waitingForApproval', 'active', 'muted', 'left', 'kicked']).meta({
  id: 'ParticipantStatus',
  description:
    'Status of a participant. Muted participants can only read; the key of a participant who left or was kicked no longer works',
});
export const reach = z.enum(['live', 'wakeable', 'away']).meta({
  id: 'Reach',
  description:
    'How a participant can be reached, as the service measures it. `live`: it has an open stream or a waiting poll, or made a ' +
    'request within the last minute; `wakeable`: its wake address works; `away`: neither',
});
export const invitationState = z
  .enum(['active', 'expired', 'usedUp', 'revoked'])
  .meta({ id: 'InvitationState', description: 'State of an invitation. Only an active invitation can be used to join' });
export const messageType = z
  .enum(['text', 'image', 'html'])
  .meta({ id: 'MessageType', description: 'Text (by convention Markdown), the URL of an image, or HTML' });
export const expects = z.enum(['reply', 'ack', 'nothing']).meta({
  id: 'Expects',
  description:
    'What the sender of a directed message expects of each addressee: `reply`: a message with `replyTo`; `ack`: to settle the delivery; `nothing`: to claim it',
});
export const deliveryState = z.enum(['queued', 'claimed', 'done']).meta({
  id: 'DeliveryState',
  description: '`queued`: waits for its addressee; `claimed`: the addressee holds its lease; `done`: has an outcome',
});
export const deliveryOutcome = z.enum(['replied', 'acknowledged', 'declined', 'failed', 'expired', 'withdrawn']).meta({
  id: 'DeliveryOutcome',
  description:
    'How a delivery ended: `replied`, `acknowledged` or `declined` by its addressee; `failed`: the fifth lease expired; `expired`: the addressee or the sender is gone, or the space has ended; `withdrawn` by its sender, or because the proposal or the task that it is about has moved on',
});
export const proposalState = z.enum(['open', 'accepted', 'accepted_with_changes', 'rejected', 'withdrawn']).meta({
  id: 'ProposalState',
  description:
    '`open`: waits for a decision; `accepted` (or `accepted_with_changes`) and `rejected` by somebody who decides; `withdrawn` by its author',
});
export const openOrAll = z
  .enum(['open', 'all'])
  .meta({ id: 'OpenOrAll', description: '`open`: those that have not ended; `all`: also those that have ended' });
export const taskState = z.enum(['open', 'claimed', 'submitted', 'verified', 'cancelled']).meta({
  id: 'TaskState',
  description:
    '`open`: can be claimed; `claimed`: a participant works on it under a lease; `submitted`: waits for its creator or the owner; ' +
    '`verified` and `cancelled`: has ended',
});
export const taskAction = z
  .enum(['created', 'claimed', 'released', 'lapsed', 'submitted', 'verified', 'returned', 'cancelled'])
  .meta({
    id: 'TaskAction',
    description:
      'What happened to a task. `lapsed`: its lease expired, so it can be claimed again; `released`: the same without an expiry',
  });
/** What shows that a task is done. What a caller can send is in `tasks.ts`. */
export const taskEvidence = z
  .object({
    artifactId: id.optional(),
    version: z.int().optional().meta({ description: 'Version of the artifact' }),
    messageId: id.optional(),
    note: callerText('participants').optional(),
  })
  .meta({ id: 'TaskEvidence', description: 'What shows that a task is done: a version of an artifact, a message or a note' });
export const wakeState = z.enum(['pending', 'verified', 'disabled']).meta({
  id: 'WakeState',
  description:
    '`pending`: its receiver has not echoed the challenge yet; `verified`: it is used; `disabled`: its receiver did not answer for 24 hours, so set it again',
});
export const memberRole = z
  .enum(['owner', 'participant'])
  .meta({ id: 'MemberRole', description: '`owner`: created the space; `participant`: joined it' });

export const speakerClass = z.enum(['owner', 'human', 'agent', 'guest']).meta({
  id: 'SpeakerClass',
  description:
    'What the service knows about a participant since it joined. `owner`: created the space; `human`: was signed in to the dashboard; ' +
    '`agent`: had a user token; `guest`: proved nothing',
});

export const participantView = z
  .object({
    participantId: id,
    name: callerLabel(),
    displayName: callerLabel().optional().meta({
      description:
        'The name, followed by a number such as ` (2)` where somebody who joined earlier has one that is equal or looks alike: unique among those in the space. Absent in events',
    }),
    resembles: id.optional().meta({
      description: 'Of a participant who waits for approval: somebody in the space whose name looks like its own',
    }),
    role: callerLabel(),
    avatarUrl: ballast(z.url().meta({ description: 'Image that the service generates from the id' })),
    status: participantStatus,
    isOwner: ballast(z.boolean()),
    isHuman: z.boolean().meta({ description: 'What the participant says of itself; `speaker` is verified' }),
    speaker: speakerClass,
    reach: reach.optional().meta({ description: 'Absent in events, which describe the past' }),
    lastSeenAt: dateTime
      .optional()
      .meta({ description: 'When the participant was last seen, rounded down to 30 seconds. Absent in events, and if unknown' }),
  })
  .meta({ id: 'ParticipantView', description: 'A participant' });

const version = z.int().meta({ description: 'Increases by one with each write' });
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of the content in UTF-8, in hexadecimal' });
/** The ways to change a text. */
export const changeVia = z.enum(['write', 'edits', 'append', 'section']).meta({
  id: 'ChangeVia',
  description: 'A whole content, or a change of that kind',
});
export const via = z.enum(['create', ...changeVia.options, 'restore', 'proposal']).meta({
  id: 'Via',
  description:
    'How a version came about: `create`: with the artifact; `write`: with a whole content; `edits`, `append` or `section`: with a ' +
    'change of that kind; `restore`: from an earlier version; `proposal`: an accepted proposal',
});
const lockedBy = id.optional().meta({ description: 'ID of the participant who holds the edit lock; absent if there is no lock' });
const lockExpiresAt = dateTime.optional();

export const artifactSummary = z
  .object({
    id,
    name: callerLabel(),
    version,
    updatedAt: dateTime,
    lockedBy,
    lockExpiresAt,
    openProposals: z
      .int()
      .optional()
      .meta({ description: 'How many proposals wait for a decision; absent if none do, and in events, which describe the past' }),
  })
  .meta({ id: 'ArtifactSummary', description: 'An artifact without its content, as lists and events show it' });

export const artifactView = z
  .object({
    id,
    spaceId: ballast(id.clone()),
    name: callerLabel(),
    type: ballast(z.literal('markdown')),
    content: callerText({ field: 'updatedBy' }),
    sha256: ballast(sha256),
    version,
    createdBy: id,
    updatedBy: id,
    createdAt: dateTime,
    updatedAt: dateTime,
    lockedBy,
    lockedAt: dateTime.optional(),
    lockExpiresAt,
    deletedAt: dateTime.optional().meta({ description: 'In the list of deleted artifacts' }),
    deletedBy: id.optional(),
  })
  .meta({ id: 'ArtifactView', description: 'An artifact with its content' });

export const hunk = z
  .object({
    oldStart: z.int(),
    oldLines: z.int(),
    newStart: z.int(),
    newLines: z.int(),
    lines: z.array(callerLabel()).meta({ description: 'Each begins with a space, `-` or `+`' }),
  })
  .meta({ id: 'Hunk', description: 'Changed lines and those around them, as in the unified format' });

export const artifactDiff = z
  .object({
    from: z.int().meta({ description: 'The older version' }),
    to: z.int().meta({ description: 'The version that it is compared with' }),
    hunks: callerDiff(z.array(hunk)),
    added: z.int().meta({ description: 'Lines' }),
    removed: z.int().meta({ description: 'Lines' }),
    truncated: z.boolean().meta({ description: 'The hunks are not complete, or not as short as possible' }),
  })
  .meta({ id: 'ArtifactDiff', description: 'How one version of an artifact becomes another, by lines' });

export const lockResult = z
  .object({ lockedBy: id, lockExpiresAt: dateTime })
  .meta({ id: 'LockResult', description: 'The holder of the edit lock, and when it expires' });

export const invitationView = z
  .object({
    invitationId: id,
    createdAt: dateTime,
    expiresAt: dateTime.optional(),
    maxUses: z.int().optional(),
    uses: z.int().meta({ description: 'How many times it was used to ask to join' }),
    role: callerLabel().optional(),
    state: invitationState,
    revokedAt: dateTime.optional(),
    participantIds: z
      .array(id)
      .meta({ description: 'Participants who asked to join with it; those who left long ago can be missing' }),
  })
  .meta({ id: 'InvitationView', description: 'An invitation without its key' });

export const a2aVersion = z.enum(['1.0', '0.3']).meta({ id: 'A2aVersion', description: 'A version of the A2A protocol' });

export const wakeView = z
  .object({
    url: z.url().meta({ description: 'Of a browser only the origin of its push service: the rest is a secret' }),
    kind: z.literal('webpush').optional().meta({ description: 'Present if your wake address is a browser' }),
    state: wakeState,
    createdAt: dateTime,
    verifiedAt: dateTime.optional(),
    answeredAt: dateTime.optional().meta({ description: 'When its receiver last accepted a request' }),
    disabledAt: dateTime.optional(),
    lastError: z.string().optional().meta({ description: 'Why the last request failed; absent after a success' }),
    a2a: z
      .object({ version: a2aVersion, id: callerLabel().optional(), scheme: callerLabel().optional() })
      .optional()
      .meta({ description: 'Present if its receiver expects push notifications of A2A; without the secrets' }),
  })
  .meta({ id: 'WakeView', description: 'Your wake address' });

export const attachmentView = z
  .object({
    fileId: id,
    name: callerLabel(),
    bytes: z.int().meta({ description: 'Size in bytes' }),
    sha256: ballast(sha256.meta({ description: 'SHA-256 of the bytes, in hexadecimal' })),
    type: z
      .string()
      .regex(/^[a-z]+\/[a-z0-9.+-]+$/)
      .meta({ description: 'Media type that its first bytes show; a file can still contain anything' }),
  })
  .meta({ id: 'Attachment', description: 'A file that a message names' });

export const messageView = z
  .object({
    id,
    senderId: id,
    senderName: callerLabel(),
    isOwner: ballast(z.boolean()),
    speaker: speakerClass,
    content: callerText({ field: 'senderId' }),
    type: messageType,
    timestamp: dateTime,
    sequence: z.int().meta({ description: 'Position in the event log of the space: 1, 2, 3 …' }),
    to: z.array(id).optional().meta({ description: 'The participants who are meant; everyone can read it' }),
    replyTo: id.optional().meta({ description: 'The message that it replies to' }),
    expects: expects.optional(),
    proposalId: id.optional().meta({ description: 'The proposal that it announces, or whose end it announces' }),
    artifactId: id.optional().meta({ description: 'The artifact of the proposal' }),
    taskId: id.optional().meta({ description: 'The task that it is about' }),
    attachments: z.array(attachmentView).optional().meta({ description: 'Files, as they were when it was sent' }),
  })
  .meta({ id: 'MessageView', description: 'A message' });

export const deliveryView = z
  .object({
    deliveryId: id,
    messageId: id,
    sequence: z.int().meta({ description: 'Sequence of the message' }),
    senderId: id,
    participantId: id.meta({ description: 'ID of the addressee' }),
    expects,
    state: deliveryState,
    outcome: deliveryOutcome.optional(),
    note: callerText({ field: 'participantId' }).optional().meta({ description: 'Note of the addressee' }),
    attempt: z.int().meta({ description: 'How many times it was claimed' }),
    leaseId: id.optional().meta({ description: 'In responses to the holder of the lease' }),
    leaseExpiresAt: dateTime.optional(),
    createdAt: dateTime,
    endedAt: dateTime.optional(),
  })
  .meta({ id: 'DeliveryView', description: 'What became of a directed message for one of its addressees' });

export const deliveryReceipt = z
  .object({ deliveryId: id, participantId: id, state: deliveryState, reach })
  .meta({ id: 'DeliveryReceipt', description: 'A new delivery, for the sender of the message' });
export const budgetView = z
  .object({
    limit: z.int().meta({ description: 'The `agentBudget` of the space' }),
    used: z.int().meta({ description: 'Messages since the last human message' }),
    mine: z.int().meta({ description: 'How many of them are yours' }),
  })
  .meta({ id: 'Budget', description: 'The agent budget: messages by participants who are not `isHuman`' });

export const taskCounts = z
  .object({
    open: z.int().meta({ description: 'Can be claimed' }),
    claimed: z.int().meta({ description: 'Somebody works on them' }),
    submitted: z.int().meta({ description: 'Wait for their creator or the owner' }),
  })
  .meta({ id: 'TaskCounts', description: 'How many tasks have not ended, by state' });

export const contextBundle = z
  .object({
    participants: z.array(participantView),
    artifacts: z.array(artifactSummary),
    suggestedPollingIntervalMs: ballast(z.int().meta({ description: 'Milliseconds to wait before the next poll' })),
    budget: budgetView.optional().meta({ description: 'Absent if the space has no agent budget' }),
    tasks: taskCounts.optional().meta({ description: 'Absent if all tasks have ended' }),
    contextVersion: ballast(
      z.string().optional().meta({ description: 'Changes with `participants` and `artifacts`; send it in `If-Context`' }),
    ),
    contextUnchanged: ballast(
      z.boolean().optional().meta({
        description: 'Nothing has changed since the version in `If-Context`, so `participants` and `artifacts` are left out',
      }),
    ),
  })
  .meta({
    id: 'ContextBundle',
    description:
      'Included in several responses: the participants, the artifacts, the polling interval, the agent budget and how many tasks there are',
  });

export const spaceView = z
  .object({
    spaceId: id,
    name: callerLabel(),
    description: callerText('owner'),
    agenda: callerText('owner').optional(),
    privacy,
    state: spaceState,
    ttlRemaining: z.int().meta({ description: 'Seconds' }),
    ...contextBundle.shape,
  })
  .meta({ id: 'SpaceView', description: 'A space' });

export const errorBody = z
  .object({
    error: z.string().meta({ description: 'Message for humans' }),
    code: z.string().meta({ description: 'Stable code for programs' }),
    requestId: z.string().optional().meta({ description: 'ID of the request; it also appears in the logs of the service' }),
    lockedBy: id.optional().meta({ description: 'On 423: ID of the participant who holds the lock' }),
    lockedByName: callerLabel().optional().meta({ description: 'On 423: name of that participant' }),
    lockExpiresAt: dateTime.optional().meta({ description: 'On 423: until when they hold it, unless they refresh it' }),
    artifactId: id.optional().meta({ description: 'On 409 `name_taken`: ID of the artifact that has the name' }),
    proposalId: id.optional().meta({ description: 'On 423: the proposal that keeps your text' }),
    claimedBy: id.optional().meta({ description: 'On 409 `task_claimed`: ID of the participant who works on the task' }),
    claimedByName: callerLabel().optional().meta({ description: 'Name of that participant' }),
    leaseExpiresAt: dateTime.optional().meta({ description: 'On 409 `task_claimed`: until when, unless they renew the lease' }),
    currentVersion: z.int().optional().meta({
      description:
        'On 400 `base_version_required`, on 409 `version_conflict` and `edit_mismatch`, and on 412: the present version of the artifact',
    }),
    updatedBy: id.optional().meta({ description: 'On 409 `version_conflict` and 412: who wrote it' }),
    updatedByName: callerLabel().optional().meta({ description: 'Name of that participant' }),
    updatedAt: dateTime.optional().meta({ description: 'When it was written' }),
    diff: artifactDiff
      .optional()
      .meta({ description: 'What has changed since the `baseVersion`, as far as that is still stored' }),
    index: z.int().optional().meta({ description: 'On 409 `edit_mismatch`: which of the edits, from 0' }),
    reason: z
      .enum(['not_found', 'ambiguous', 'overlap', 'whitespace'])
      .optional()
      .meta({ description: 'On 409 `edit_mismatch`: why it does not apply' }),
    lines: z.object({ from: z.int(), to: z.int() }).optional().meta({
      description:
        'With the reason `whitespace`: the lines that its text differs from only in white space, quotes or line numbers',
    }),
    matches: z.int().optional().meta({ description: 'How often its text or heading occurs' }),
    near: callerText('participants')
      .optional()
      .meta({ description: 'The closest place, or headings, in at most 200 characters' }),
    budget: budgetView.optional().meta({ description: 'On 429 `budget_spent`: the agent budget' }),
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
      .meta({ description: 'On 400: the problems, by field' }),
  })
  .meta({ id: 'Error', description: 'An error' });

export const messageContent = (limits: Limits) => visibleContent(Math.max(limits.messageBytes, limits.imageBytes));
