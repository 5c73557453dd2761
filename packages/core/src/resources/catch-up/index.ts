import { z } from 'zod';
import { defaultCatchUpTokens, maxCatchUpTokens, minCatchUpTokens } from './limits.ts';
import { maxSequence, type Limits } from '../../kernel/limits.ts';
import { emptyLists } from './declared.ts';
import { caughtUp } from './views.ts';
import * as meeting from '../../kernel/example.ts';
import * as deliveries from '../deliveries/example.ts';
import * as messages from '../messages/example.ts';
import * as participants from '../participants/example.ts';
import { type Tag, resource } from '../../kernel/resource.ts';
import { operation } from '../../kernel/operation.ts';
import { spacePath } from '../../kernel/schemas.ts';

const tag: Tag = {
  name: 'Catching up',
  description: 'What matters to a participant of what happened since it last looked, in as many tokens as it can spare.',
  permission: 'send',
  tools: 'participant',
};

const { isOwner: _, ...spoken } = messages.directed;

const operations = (_limits: Limits) => ({
  catchUp: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/catch-up',
    summary: 'Catch up in a few tokens',
    description:
      'What waits for you, what was decided, which artifacts changed, and the messages that matter most to you. The answer never has more ' +
      'than `budget` tokens, of 3.5 bytes each; `omitted` says what did not fit. It claims and changes nothing. ' +
      'With `format=text` it is plain text for models.',
    example: {
      input: { ...meeting.inSpace, after: 4, budget: defaultCatchUpTokens },
      output: {
        you: {
          participantId: participants.participantId,
          name: 'Grace',
          role: 'reviewer',
          status: 'active',
          locks: [],
          locksHeld: 0,
        },
        todo: {
          deliveries: [
            { deliveryId: deliveries.delivery.deliveryId, state: 'queued', message: { ...spoken, addressedToYou: true } },
          ],
          openDeliveries: 1,
          ...emptyLists(() => 0),
        },
        decided: [],
        artifacts: [],
        messages: [],
        room: { name: 'Bridge', ttlRemaining: 86_400 },
        omitted: [],
        cursor: 6,
        head: 6,
      },
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'Call it first, and after a pause: what waits for you, decisions, changes, messages.',
      hides: ['cursor', 'format'],
      fields: { budget: '' },
    },
    input: spacePath.extend({
      after: z.int().min(0).max(maxSequence).default(0).meta({ description: 'The last `cursor` or `sequence` that you know' }),
      cursor: z.int().min(0).max(maxSequence).optional().meta({ description: 'The last `cursor`; the same as `after`' }),
      budget: z
        .int()
        .min(minCatchUpTokens)
        .max(maxCatchUpTokens)
        .default(defaultCatchUpTokens)
        .meta({ description: 'Tokens that the answer may have' }),
      format: z.enum(['json', 'text']).default('json').meta({ description: '`text`: plain text for models' }),
    }),
    output: caughtUp,
    cursor: 'after',
    errors: [400, 401, 404, 429],
    answers: 'jsonOrText',
  }),
});

export const catchUp = resource({ tag, operations });
