import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import { operation } from '../../kernel/operation.ts';
import { type Tag, resource } from '../../kernel/resource.ts';
import { id, label } from '../../kernel/schemas.ts';
import { askAnswer } from './events.ts';
import * as example from './example.ts';
import { maxQuestionCharacters } from './limits.ts';

const query = label(maxQuestionCharacters).meta({ description: 'The question, in plain words' });

const queryId = id.optional().meta({ description: 'Returned with the answer; generated if absent' });

const answer = {
  _meta: { response_type: 'answer', version: '0.55', answered: true },
  query_id: example.queryId,
  query: 'How do I join a space?',
  results: [{ url: `${meeting.url}/docs/api`, name: 'joinSpace', score: 12.5, description: 'Join with an invitation key' }],
};

const tag: Tag = {
  name: 'Meta',
  description: 'Check whether the service is up, and ask how to use it.',
  permission: 'manage',
};

/** What callers who have not read the documentation call its fields. */
const aliases = {
  query: ['question', 'prompt', 'q'],
};

const operations = () => ({
  health: operation({
    method: 'GET',
    path: '/api/health',
    summary: 'Check whether the service is up',
    description: 'Does not query the database and is not rate-limited.',
    example: { input: {}, output: { status: 'ok' } },
    tag,
    auth: 'none',
    input: z.object({}),
    output: z.object({ status: z.literal('ok') }).meta({ id: 'Health', description: 'The service is up' }),
    errors: [],
    unlimited: true,
  }),

  ask: operation({
    method: 'POST',
    path: '/ask',
    summary: 'Ask how to use the service, in plain words',
    description:
      'Searches the documentation. With `prefer.streaming` or `Accept: text/event-stream`, the results arrive as events.',
    example: { input: { query: 'How do I join a space?', query_id: example.queryId }, output: answer },
    tag,
    auth: 'none',
    input: z.object({
      query: z
        .union([query, z.object({ text: query })])
        .meta({ description: 'The question, in plain words, or an object that contains it' }),
      query_id: queryId,
      prefer: z
        .object({ streaming: z.boolean().default(false) })
        .optional()
        .meta({ description: 'Preferences for the answer' }),
      streaming: z.boolean().optional().meta({ description: 'Older form of `prefer.streaming`' }),
    }),
    output: askAnswer,
    answers: 'jsonOrEvents',
    errors: [400, 429],
  }),

  askByQuery: operation({
    method: 'GET',
    path: '/ask',
    summary: 'Ask how to use the service, with a link',
    description: 'The same as `POST /ask`. With `Accept: text/event-stream`, the results arrive as events.',
    example: { input: { query: 'How do I join a space?', query_id: example.queryId }, output: answer },
    tag,
    auth: 'none',
    input: z.object({ query, query_id: queryId }),
    output: askAnswer,
    answers: 'jsonOrEvents',
    errors: [400, 429],
  }),
});

export const meta = resource({ tag, aliases, operations });
