import type { OutputOf } from '@parley/core';
import type { FastifyRequest } from 'fastify';

/** Whether the answer to a question is streamed. */
export function wantsStream({ headers, body }: FastifyRequest): boolean {
  const { prefer, streaming } = (body ?? {}) as { prefer?: { streaming?: unknown }; streaming?: unknown };
  if ((headers.accept ?? '').includes('text/event-stream')) return true;
  return prefer?.streaming === true || streaming === true;
}

/** The events start, result and complete, as NLWeb clients expect them. */
export function asStream({ _meta, query_id, query, results }: OutputOf<'ask'>): string {
  const event = (message_type: string, fields: object): string =>
    `event: ${message_type}\ndata: ${JSON.stringify({ message_type, ...fields })}\n\n`;
  return [
    event('start', { query_id, query, _meta }),
    ...results.map((item, index) => event('result', { query_id, index, item, ...item })),
    event('complete', { query_id, _meta }),
  ].join('');
}
