import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentBytes } from '../../transport/asking.ts';
import { assertPlain } from '../wire/body.ts';

/** Gives the bodies of a scope to its handlers as they arrive. */
export function readNoBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/** The body of a request, which is not read before somebody asks for it. */
export function sentBytes(request: FastifyRequest): SentBytes {
  assertPlain(request);
  const { raw, headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  return {
    // Leaving the loop must not end the connection, which still carries the refusal.
    pieces: raw.iterator({ destroyOnReturn: false }),
    length: isChunked ? undefined : Number(headers['content-length'] ?? 0),
    type: headers['content-type'],
    cut: () => raw.destroy(),
  };
}
