import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import { maxPageSize, maxSequence } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { type Tag, resource } from '../../kernel/resource.ts';
import { spacePath } from '../../kernel/schemas.ts';
import * as messages from '../messages/example.ts';
import { defaultPastEvents } from './limits.ts';
import { eventPage, loggedNames } from './views.ts';

const tag: Tag = {
  name: 'Events',
  description: 'What happened in a space, as its streams have told it.',
  permission: 'send',
  tools: 'other',
};

/** What callers who have not read the documentation call its fields. */
const aliases = { kinds: ['types', 'events', 'eventTypes'], before: ['until', 'beforeSequence'], after: ['afterSequence'] };

const names = loggedNames.join('|');

const operations = () => ({
  listEvents: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/events',
    summary: 'Read what happened, the newest page first',
    description:
      'Events of all kinds, as streams have told them, as far as you can see them; texts that were erased are gone. To go back, pass `cursor` as ' +
      '`before`. With `after` alone, the oldest page after it comes first.',
    example: {
      input: { ...meeting.inSpace, limit: 1, kinds: 'message' },
      output: {
        events: [{ event: 'message', at: meeting.at, data: messages.message }],
        cursor: messages.message.sequence,
        hasMore: true,
      },
    },
    tag,
    auth: 'member',
    forModels: {
      description:
        'Who joined, left, wrote, changed, claimed or decided what, and when. For what matters to you, call `catch_up`.',
      defaults: { limit: 30 },
      hides: ['cursor'],
    },
    input: spacePath.extend({
      before: z.int().min(1).max(maxSequence).optional().meta({ description: 'Only events before this sequence' }),
      after: z.int().min(0).max(maxSequence).optional().meta({ description: 'Only events after this sequence' }),
      cursor: z.int().min(1).max(maxSequence).optional().meta({ description: 'The last `cursor`; the same as `before`' }),
      limit: z
        .int()
        .min(1)
        .max(maxPageSize)
        .default(defaultPastEvents)
        .meta({ description: 'Maximum number of events to return' }),
      kinds: z
        .string()
        .regex(new RegExp(`^(?:${names})(?:,(?:${names}))*$`), `must be a list of ${loggedNames.join(', ')}, separated by commas`)
        .optional()
        .meta({ description: 'Types of events, separated by commas; by default all' }),
    }),
    output: eventPage,
    cursor: 'before',
    errors: [400, 401, 404, 429],
  }),
});

export const log = resource({ tag, aliases, operations });
