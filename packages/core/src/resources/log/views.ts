import { z } from 'zod';
import { dateTime } from '../../kernel/schemas.ts';
import { events } from '../events.ts';
import { part } from '../index.ts';

const logged = part('events');

/** What a log has: all events but the notices of a stream. */
export const loggedNames = Object.keys(logged) as (keyof typeof logged)[];

export const pastEvent = z
  .object({
    event: z.enum(loggedNames).meta({ description: 'Its type' }),
    at: dateTime,
    data: z.union(loggedNames.map((name) => events[name])).meta({ description: 'As a stream tells it; `sequence` is its place' }),
  })
  .meta({ id: 'PastEvent', description: 'Something that happened in a space' });

export const eventPage = z
  .object({
    events: z.array(pastEvent).meta({ description: 'Oldest first' }),
    cursor: z
      .int()
      .meta({ description: 'Where to continue: pass it as the next `before`, or as `after` if you passed only that' }),
    hasMore: z.boolean().meta({
      description:
        'Whether there can be more in that direction. A call looks at a bounded part of the log, so `events` can be empty',
    }),
  })
  .meta({ id: 'EventPage', description: 'A part of the log of a space' });
