import { z } from 'zod';
import { id } from '../../kernel/schemas.ts';

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

export const askAnswer = z
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
