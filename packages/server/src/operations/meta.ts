import { randomUUID } from 'node:crypto';
import { ServiceError } from '@parley/core';
import { plain, type Environment } from './define.ts';

export const health = plain<'health'>(() => ({ status: 'ok' }));

export const ask = plain<'ask'>(({ input, env }) => answerTo(input.query, input.query_id, env));
export const askByQuery = plain<'askByQuery'>(({ input, env }) => answerTo(input.query, input.query_id, env));

/** Version of the NLWeb protocol. */
const version = '0.55';

function answerTo(asked: string | { text: string }, query_id: string = randomUUID(), { publicUrl, answers }: Environment) {
  const query = typeof asked === 'string' ? asked : asked.text;
  if (query.trim() === '') throw new ServiceError('invalid_request', 'query must not be empty');
  return { _meta: { response_type: 'answer', version }, query_id, query, results: answers(query, publicUrl) };
}
