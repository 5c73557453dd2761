import { z } from 'zod';
import { artifactSummary, contextBundle, dateTime, id, messageView, participantStatus, participantView } from './schemas.ts';

const sequence = z.int();

/** What the stream says, by the name of the event (decisions §3). */
export const events = {
  ready: z.object({ spaceId: id, participantId: id, sequence, serverTime: dateTime }).meta({ id: 'ReadyEvent' }),
  message: messageView,
  'participant-status': z
    .object({
      sequence,
      participant: participantView,
      status: participantStatus,
      previousStatus: participantStatus.optional(),
      actorId: id,
    })
    .meta({ id: 'ParticipantStatusEvent' }),
  artifact: z
    .object({
      sequence,
      action: z.enum(['created', 'updated', 'locked', 'unlocked', 'lock-expired']),
      artifact: artifactSummary,
      actorId: id,
    })
    .meta({ id: 'ArtifactEvent' }),
  context: contextBundle
    .extend({
      space: z.object({
        name: z.string(),
        description: z.string(),
        agenda: z.string().optional(),
        state: z.enum(['open', 'closed']),
        ttlRemaining: z.int(),
      }),
    })
    .meta({ id: 'ContextEvent' }),
  'space-closed': z
    .object({ sequence, spaceId: id, reason: z.enum(['closed', 'expired']), closedAt: dateTime })
    .meta({ id: 'SpaceClosedEvent' }),
  reset: z.object({ reason: z.string(), oldest: z.int(), head: z.int() }).meta({ id: 'ResetEvent' }),
} as const;

export type EventName = keyof typeof events;

export type EventBody<Name extends EventName> = z.output<(typeof events)[Name]>;
