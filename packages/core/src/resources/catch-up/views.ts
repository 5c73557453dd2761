import { z } from 'zod';
import { callerDiff, callerLabel, callerText } from '../../kernel/reading.ts';
import {
  countName,
  decidedKinds,
  decidedViews,
  todoLists,
  todoNames,
  type CountName,
  type DecidedItems,
  type TodoName,
  type TodoViews,
} from './declared.ts';
import { attachmentView } from '../files/views.ts';
import { dateTime, id, sequence } from '../../kernel/schemas.ts';
import { plainReferences } from '../messages/references.ts';
import { deliveryState } from '../messages/views.ts';
import { expectation, messageType } from '../messages/views.ts';
import { hunk } from '../artifacts/views.ts';
import { participantStatus, speakerClass } from '../participants/views.ts';

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
    replaces: id.optional().meta({ description: 'The message that it corrects, which you have seen' }),
    expects: expectation.optional(),
    ...plainReferences,
    attachments: z.array(attachmentView.pick({ fileId: true, name: true, bytes: true })).optional(),
  })
  .meta({ id: 'CaughtMessage', description: 'A message, cut after 2,000 characters or where the budget ends' });

const count = z.int().meta({ description: 'How many there are, shown or not' });

const lock = z.object({ artifactId: id, name: callerLabel(), lockExpiresAt: dateTime.optional() });

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

/** The lists of what waits, each with its count. */
const lists = Object.fromEntries(
  todoNames.flatMap((list) => {
    const { view, description } = todoLists[list];
    return [
      [list, z.array(view).meta({ description })],
      [countName(list), count.clone()],
    ];
  }),
) as { [Name in TodoName]: z.ZodArray<TodoViews[Name]> } & { [Name in TodoName as CountName<Name>]: typeof count };

const ended: z.ZodType<DecidedItems[keyof DecidedItems]> = decidedViews.length > 1 ? z.union(decidedViews) : decidedViews[0]!;
const changing = ['artifacts', ...decidedKinds.map(({ one }) => `${one}s`)].join(', ');

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
  paused: z.boolean().optional().meta({ description: 'The owner has paused the space: agents can only read' }),
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
    .meta({ description: `\`messages\`, or \`changes\` of ${changing} and participants, did not fit` }),
  call: z.string().meta({ description: 'The operation that returns them, with its query parameters' }),
});

export const caughtUp = z
  .object({
    you,
    todo: z
      .object({
        deliveries: z.array(openDelivery).meta({ description: 'Deliveries to you that are open, oldest first' }),
        openDeliveries: count.clone(),
        held: z.int().optional().meta({ description: 'How many are held until you accept them, if any and if it fits' }),
        ...lists,
      })
      .meta({ description: 'What waits for you, whenever it happened' }),
    decided: z.array(ended).meta({ description: decidedKinds.map(({ description }) => description).join('; ') }),
    artifacts: z.array(changedArtifact).meta({ description: 'Artifacts whose text or name has changed' }),
    messages: z.array(caughtMessage).meta({ description: 'Oldest first, without those in `todo`' }),
    room,
    omitted: z.array(omitted).meta({ description: 'What did not fit' }),
    cursor: sequence.meta({ description: 'Pass it as the next `after`' }),
    head: sequence.meta({ description: 'The last event of the space' }),
  })
  .meta({ id: 'CatchUp', description: 'What matters of what happened since a sequence' });
