import { randomUUID } from 'node:crypto';
import type { Environment } from '../../engine/environment.ts';
import { plain } from '../../engine/operation.ts';

export const health = plain<'health'>(() => ({ status: 'ok' }));

export const ask = plain<'ask'>(({ input, env }) => answerTo(input.query, input.query_id, env));
export const askByQuery = plain<'askByQuery'>(({ input, env }) => answerTo(input.query, input.query_id, env));

/** Version of the NLWeb protocol. */
const version = '0.55';

function answerTo(asked: string | { text: string }, query_id: string = randomUUID(), { publicUrl, answers }: Environment) {
  const query = typeof asked === 'string' ? asked : asked.text;
  const results = answers(query, publicUrl);
  const answered = results.length > 0;
  const summary = `The documentation does not answer this question. Try other words, or read it: ${publicUrl}/docs`;
  return { _meta: { response_type: 'answer', version, answered, ...(!answered && { summary }) }, query_id, query, results };
}
