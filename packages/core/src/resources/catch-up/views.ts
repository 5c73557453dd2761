import { z } from 'zod';
import { callerDiff, callerLabel, callerText } from '../../kernel/reading.ts';
import { attachmentView } from '../files/views.ts';
import { dateTime, id, sequence } from '../../kernel/schemas.ts';
import { deliveryState } from '../messages/views.ts';
import { expects, messageType } from '../messages/views.ts';
import { hunk } from '../artifacts/views.ts';
import { participantStatus, speakerClass } from '../participants/views.ts';
import { proposalState } from '../proposals/views.ts';
import { taskState } from '../tasks/views.ts';

/** Somebody, by name. */
const someone = z.object({ participantId: id, name: callerLabel() });

export const caughtMessage = z
  .object({
    id,
    sequence,
    timestamp: dateTime,
    senderId: id,
    senderName: callerLabel(),
    speaker: speakerClass,
    addressedToYou: z.boolean().meta({ description: 'Whether it is directed to you, or replies to a message of yours' }),
    type: messageType,
    content: callerText({ field: 'senderId' }),
    truncated: z.boolean().optional().meta({ description: 'This is only the beginning of its content' }),
    to: z.array(id).optional(),
    replyTo: id.optional(),
    expects: expects.optional(),
    proposalId: id.optional(),
    artifactId: id.optional(),
    taskId: id.optional(),
    attachments: z.array(attachmentView.pick({ fileId: true, name: true, bytes: true })).optional(),
  })
  .meta({ id: 'CaughtMessage', description: 'A message, cut after 2,000 characters or where the budget ends' });

const count = z.int().meta({ description: 'How many there are, shown or not' });

const lock = z.object({ artifactId: id, name: callerLabel(), lockExpiresAt: dateTime });

const you = z.object({
  ...someone.shape,
  role: callerLabel(),
  status: participantStatus,
  budgetLeft: z
    .int()
    .optional()
    .meta({ description: 'Messages that you can send before a human speaks; absent without a budget' }),
  locks: z.array(lock),
  locksHeld: count,
});

const openDelivery = z.object({
  deliveryId: id,
  state: deliveryState,
  leaseExpiresAt: dateTime.optional(),
  message: caughtMessage,
});

const openProposal = z.object({
  proposalId: id,
  artifactId: id,
  artifactName: callerLabel(),
  authorId: id,
  authorName: callerLabel(),
  baseVersion: z.int(),
});

const openTask = z.object({
  taskId: id,
  title: callerLabel(),
  state: taskState,
  createdBy: id,
  leaseExpiresAt: dateTime.optional(),
});

const decidedProposal = z.object({
  sequence,
  proposalId: id,
  artifactId: id,
  artifactName: callerLabel(),
  state: proposalState,
  authorId: id,
  actorId: id.meta({ description: 'Who decided, or withdrew it' }),
  version: z.int().optional().meta({ description: 'The version that it became' }),
});

const changedArtifact = z.object({
  id,
  name: callerLabel(),
  from: z.int().optional().meta({ description: 'The version before; absent if the artifact is new' }),
  to: z.int().meta({ description: 'The version after' }),
  deleted: z.boolean().optional(),
  authors: z.array(someone).meta({ description: 'Who wrote the versions between, the latest first, at most five' }),
  added: z.int().optional().meta({ description: 'Lines; absent if the versions were not compared' }),
  removed: z.int().optional(),
  hunks: callerDiff(z.array(hunk)).optional().meta({ description: 'What has changed, as far as it fits' }),
  truncated: z.boolean().optional().meta({ description: 'Not all changes are shown: `diffArtifact` shows them' }),
});

const people = () => z.array(someone).optional();

const room = z.object({
  name: callerLabel(),
  ttlRemaining: z.int().meta({ description: 'Seconds until the space expires' }),
  joined: people(),
  left: people().meta({ description: 'Who left or was kicked' }),
  muted: people(),
  unmuted: people(),
  waiting: people().meta({ description: 'Who asks to join; for the owner' }),
  agenda: callerText('owner').optional(),
  agendaTruncated: z.boolean().optional(),
});

const omitted = z.object({
  from: sequence,
  to: sequence,
  messages: z.int().meta({ description: 'How many messages between `from` and `to` are not shown' }),
  hasMore: z.boolean().optional().meta({ description: 'There are more than `messages`' }),
  reason: z
    .enum(['messages', 'changes'])
    .meta({ description: '`messages`, or `changes` of artifacts, proposals and participants, did not fit' }),
  call: z.string().meta({ description: 'The operation that returns them, with its query parameters' }),
});

export const caughtUp = z
  .object({
    you,
    todo: z
      .object({
        deliveries: z.array(openDelivery).meta({ description: 'Deliveries to you that are open, oldest first' }),
        openDeliveries: count.clone(),
        proposals: z.array(openProposal).meta({ description: 'Open proposals that you can decide' }),
        openProposals: count.clone(),
        tasks: z
          .array(openTask)
          .meta({ description: 'Tasks that you work on, that you can verify, and open ones that are meant for you' }),
        openTasks: count.clone(),
      })
      .meta({ description: 'What waits for you, whenever it happened' }),
    decided: z.array(decidedProposal).meta({ description: 'Proposals that have ended' }),
    artifacts: z.array(changedArtifact).meta({ description: 'Artifacts whose text or name has changed' }),
    messages: z.array(caughtMessage).meta({ description: 'Oldest first, without those in `todo`' }),
    room,
    omitted: z.array(omitted).meta({ description: 'What did not fit' }),
    cursor: sequence.meta({ description: 'Pass it as the next `after`' }),
    head: sequence.meta({ description: 'The last event of the space' }),
  })
  .meta({ id: 'CatchUp', description: 'What matters of what happened since a sequence' });
