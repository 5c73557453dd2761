import { z } from 'zod';
import {
  artifactSummary,
  contextBundle,
  dateTime,
  deliveryOutcome,
  deliveryState,
  id,
  messageView,
  participantStatus,
  participantView,
  spaceState,
} from './schemas.ts';
import { callerLabel, callerText } from './reading.ts';

const sequence = z.int();

/** The bodies of stream events, by event name (decisions §3). */
export const events = {
  ready: z.object({ spaceId: id, participantId: id, sequence, serverTime: dateTime }).meta({
    id: 'ReadyEvent',
    description: 'The first event of every stream: the space, the participant and the newest sequence',
  }),
  message: messageView,
  'participant-status': z
    .object({
      sequence,
      participant: participantView,
      status: participantStatus,
      previousStatus: participantStatus.optional(),
      actorId: id,
    })
    .meta({
      id: 'ParticipantStatusEvent',
      description: 'A participant asked to join, joined, was approved, muted, unmuted or kicked, or left',
    }),
  delivery: z
    .object({
      sequence,
      deliveryId: id,
      messageId: id,
      senderId: id,
      participantId: id,
      state: deliveryState,
      outcome: deliveryOutcome.optional(),
      note: callerText({ field: 'participantId' }).optional(),
      attempt: z.int(),
    })
    .meta({
      id: 'DeliveryEvent',
      description: 'A delivery was queued, claimed or ended; only its sender, its addressee and the owner can see it',
    }),
  artifact: z
    .object({
      sequence,
      action: z.enum(['created', 'updated', 'locked', 'unlocked', 'lock-expired']),
      artifact: artifactSummary,
      actorId: id,
    })
    .meta({ id: 'ArtifactEvent', description: 'A change to an artifact; does not contain its content' }),
  context: contextBundle
    .extend({
      space: z.object({
        name: callerLabel(),
        description: callerText('owner'),
        agenda: callerText('owner').optional(),
        state: spaceState,
        ttlRemaining: z.int(),
      }),
    })
    .meta({
      id: 'ContextEvent',
      description: 'The current state of the space; sent after the replay, and after changes at most once a second',
    }),
  budget: z
    .object({
      sequence,
      limit: z.int(),
      used: z.int(),
      percent: z.union([z.literal(0), z.literal(80), z.literal(100)]).meta({ description: '0: the owner reset the budget' }),
    })
    .meta({ id: 'BudgetEvent', description: 'The agent budget has reached 80 % or 100 %, or the owner reset it' }),
  'space-closed': z
    .object({ sequence, spaceId: id, reason: z.enum(['closed', 'expired']), closedAt: dateTime })
    .meta({ id: 'SpaceClosedEvent', description: 'The last event: the space was closed or has expired' }),
  reset: z.object({ reason: z.string(), oldest: z.int(), head: z.int() }).meta({
    id: 'ResetEvent',
    description: 'The requested position is no longer available; the replay starts at the oldest stored event',
  }),
} as const;

export type EventName = keyof typeof events;

export type EventBody<Name extends EventName> = z.output<(typeof events)[Name]>;
