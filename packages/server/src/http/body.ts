import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies are JSON whatever they call themselves; an empty one is no body. Nothing is coerced. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length === 0) return undefined;
    try {
      return JSON.parse(utf8.decode(body)) as unknown;
    } catch {
      throw new ServiceError('malformed_body', 'The body is not valid JSON in UTF-8');
    }
  });
}
