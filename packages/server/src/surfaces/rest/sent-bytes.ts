import type { IncomingMessage } from 'node:http';
import { file } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentBytes } from '../../call/metadata.ts';
import { assertPlain } from '../wire/body.ts';
import { welcome } from '../wire/unread.ts';
import { aroundFile, fileIn, isForm } from './form.ts';

/** Gives the bodies of a scope to its handlers as they arrive. */
export function readNoBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/** What a request uploads. */
interface SentFile {
  sent: SentBytes;
  /** As a form has it. */
  name?: string | undefined;
}

/** The file that is the body of a request, or in its form. Of a form, the beginning is read; all else waits until somebody asks for it. */
export async function sentFile(request: FastifyRequest): Promise<SentFile> {
  assertPlain(request);
  const { raw, headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = isChunked ? undefined : Number(headers['content-length'] ?? 0);
  const cut = () => void raw.destroy();
  if (!isForm(headers)) return { sent: { pieces: arriving(raw), length, type: headers['content-type'], cut } };
  file.assertSize((length ?? 0) - aroundFile, request.routeOptions.bodyLimit);
  const { name, type, pieces } = await fileIn(headers, () => arriving(raw));
  return { sent: { pieces, type, cut }, name };
}

async function* arriving(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  welcome(raw);
  // Leaving the loop must not end the connection, which still carries the refusal.
  yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}
