import { z } from 'zod';
import {
  artifactSummary,
  contextBundle,
  dateTime,
  id,
  messageView,
  participantStatus,
  participantView,
  spaceState,
} from './schemas.ts';

const sequence = z.int();

/** What the stream says, by the name of the event (decisions §3). */
export const events = {
  ready: z
    .object({ spaceId: id, participantId: id, sequence, serverTime: dateTime })
    .meta({ id: 'ReadyEvent', description: 'First on every stream: whose it is, and the newest sequence' }),
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
      description: 'Somebody joined, asked to join, was approved, muted or unmuted, left, or was kicked',
    }),
  artifact: z
    .object({
      sequence,
      action: z.enum(['created', 'updated', 'locked', 'unlocked', 'lock-expired']),
      artifact: artifactSummary,
      actorId: id,
    })
    .meta({ id: 'ArtifactEvent', description: 'Something happened to an artifact; its content is not told' }),
  context: contextBundle
    .extend({
      space: z.object({
        name: z.string(),
        description: z.string(),
        agenda: z.string().optional(),
        state: spaceState,
        ttlRemaining: z.int(),
      }),
    })
    .meta({ id: 'ContextEvent', description: 'How the space is: after the replay, and after a change, at most once a second' }),
  'space-closed': z
    .object({ sequence, spaceId: id, reason: z.enum(['closed', 'expired']), closedAt: dateTime })
    .meta({ id: 'SpaceClosedEvent', description: 'The last event: the space was closed, or its time ran out' }),
  reset: z.object({ reason: z.string(), oldest: z.int(), head: z.int() }).meta({
    id: 'ResetEvent',
    description: 'The position asked for cannot be served whole: the replay begins with the oldest kept',
  }),
} as const;

export type EventName = keyof typeof events;

export type EventBody<Name extends EventName> = z.output<(typeof events)[Name]>;
