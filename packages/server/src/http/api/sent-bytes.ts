import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentBytes } from '../../transport/asking.ts';
import { assertPlain } from '../wire/body.ts';
import { welcome } from '../wire/unread.ts';

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
    pieces: arriving(raw),
    length: isChunked ? undefined : Number(headers['content-length'] ?? 0),
    type: headers['content-type'],
    cut: () => raw.destroy(),
  };
}

async function* arriving(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  welcome(raw);
  // Leaving the loop must not end the connection, which still carries the refusal.
  yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}
