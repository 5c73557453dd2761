import { z } from 'zod';
import { maxQuestionCharacters } from '../limits.ts';
import { example } from './example.ts';
import type { Tag } from './noun.ts';
import { operation } from './operation.ts';
import { id, label } from './schemas.ts';

const askResult = z
  .object({
    url: z.url(),
    name: z.string(),
    site: z.url().optional(),
    score: z.number(),
    description: z.string(),
    schema_object: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'AskResult', description: 'One result for a question' });

const askAnswer = z
  .object({
    _meta: z
      .object({
        response_type: z.string(),
        version: z.string(),
        answered: z.boolean().optional().meta({ description: '`false`: the documentation does not answer the question' }),
        summary: z.string().optional().meta({ description: 'In words, why there are no results' }),
      })
      .meta({ id: 'AskMeta', description: 'Type and version of the answer' }),
    query_id: id,
    query: z.string(),
    results: z.array(askResult),
  })
  .meta({ id: 'AskAnswer', description: 'The results for a question, best first' });

const about = { query_id: id, _meta: askAnswer.shape._meta };

/** The events of a streamed answer, by event name. */
export const answerEvents = {
  start: z
    .object({ message_type: z.literal('start'), query: z.string(), ...about })
    .meta({ id: 'AskStartEvent', description: 'The first event: the question' }),
  result: askResult
    .extend({ message_type: z.literal('result'), query_id: id, index: z.int(), item: askResult })
    .meta({ id: 'AskResultEvent', description: 'One result, also as `item`' }),
  complete: z
    .object({ message_type: z.literal('complete'), ...about })
    .meta({ id: 'AskCompleteEvent', description: 'The last event: no more results follow' }),
} as const;

const query = label(maxQuestionCharacters).meta({ description: 'The question, in plain words' });
const queryId = id.optional().meta({ description: 'Returned with the answer; generated if absent' });

const answer = {
  _meta: { response_type: 'answer', version: '0.55', answered: true },
  query_id: example.ids.query,
  query: 'How do I join a space?',
  results: [{ url: `${example.url}/docs/api`, name: 'joinSpace', score: 12.5, description: 'Join with an invitation key' }],
};

/** Its group of operations. */
export const tag: Tag = {
  name: 'Meta',
  description: 'Check whether the service is up, and ask how to use it.',
  permission: 'manage',
};

export const operations = () => ({
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
    example: { input: { query: 'How do I join a space?', query_id: example.ids.query }, output: answer },
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
    isQuestion: true,
    errors: [400, 429],
  }),

  askByQuery: operation({
    method: 'GET',
    path: '/ask',
    summary: 'Ask how to use the service, with a link',
    description: 'The same as `POST /ask`. With `Accept: text/event-stream`, the results arrive as events.',
    example: { input: { query: 'How do I join a space?', query_id: example.ids.query }, output: answer },
    tag,
    auth: 'none',
    input: z.object({ query, query_id: queryId }),
    output: askAnswer,
    isQuestion: true,
    errors: [400, 429],
  }),
});
