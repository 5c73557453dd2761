import { z } from 'zod';
import { part, type Part } from './index.ts';
import { callerLabel, callerText } from '../kernel/reading.ts';
import { contextBundle, spaceState } from './spaces/views.ts';
import { dateTime, id, sequence } from '../kernel/schemas.ts';

/** What a stream sends besides the events of the log. */
const notices = {
  ready: z.object({ spaceId: id, participantId: id, sequence, serverTime: dateTime }).meta({
    id: 'ReadyEvent',
    description: 'The first event of every stream: the space, the participant and the newest sequence',
  }),
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
  reset: z.object({ reason: z.string(), oldest: z.int(), head: z.int() }).meta({
    id: 'ResetEvent',
    description: 'The requested position is no longer available; the replay starts at the oldest stored event',
  }),
};

/** The bodies of stream events, by event name (decisions §3). */
export const events: typeof notices & Part<'events'> = { ...notices, ...part('events') };

export type EventName = keyof typeof events;

export type EventBody<Name extends EventName> = z.output<(typeof events)[Name]>;
