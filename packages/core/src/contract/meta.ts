import { z } from 'zod';
import { operation } from './operation.ts';
import { id, text } from './schemas.ts';

const queryCharacters = 2_000;

const askResult = z
  .object({
    url: z.url(),
    name: z.string(),
    site: z.url().optional(),
    score: z.number(),
    description: z.string(),
    schema_object: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'AskResult' });

const askAnswer = z
  .object({
    _meta: z.object({ response_type: z.string(), version: z.string() }),
    query_id: id,
    query: z.string(),
    results: z.array(askResult),
  })
  .meta({ id: 'AskAnswer' });

const query = text(queryCharacters);
const queryId = id.optional().meta({ description: 'Told back; made when it is not given' });

export const meta = () => ({
  health: operation({
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the service is up',
    tag: 'Meta',
    auth: 'none',
    input: z.object({}),
    output: z.object({ status: z.literal('ok') }),
    errors: [],
    unlimited: true,
  }),

  ask: operation({
    method: 'POST',
    path: '/ask',
    summary: 'Ask how to use the service, in plain words',
    tag: 'Meta',
    auth: 'none',
    input: z.object({
      query: z.union([query, z.object({ text: query })]),
      query_id: queryId,
      prefer: z.object({ streaming: z.boolean().default(false) }).optional(),
      streaming: z.boolean().optional().meta({ description: 'The older way to say prefer.streaming' }),
    }),
    output: askAnswer,
    errors: [400, 429],
  }),

  askByQuery: operation({
    method: 'GET',
    path: '/ask',
    summary: 'The same as POST, for a link',
    tag: 'Meta',
    auth: 'none',
    input: z.object({ query, query_id: queryId }),
    output: askAnswer,
    errors: [400, 429],
  }),
});
