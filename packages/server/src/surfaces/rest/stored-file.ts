import { Readable } from 'node:stream';
import { ServiceError } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FairSemaphore } from '../../engine/stream/fair-semaphore.ts';
import type { StoredDownload } from '../../resources/files/stored-download.ts';
import { inTurns } from '../limits/answers.ts';
import { hasTag } from '../wire/tags.ts';
import { attachment } from './attachment.ts';

/** Nothing in a file runs here, even if a browser shows it. */
const policy = "sandbox; default-src 'none'";

/** Sends a file, or the part of it that `Range` asks for, as something to keep and not to show. */
export function sendFile(
  file: StoredDownload,
  request: FastifyRequest,
  reply: FastifyReply,
  semaphore: FairSemaphore,
  acceptsRanges: boolean,
): FastifyReply {
  const { fileName, mediaType, bytes, sha256 } = file;
  const tag = `"${sha256}"`;
  reply.header('content-security-policy', policy).header('cross-origin-resource-policy', 'same-origin');
  if (acceptsRanges) {
    reply.header('accept-ranges', 'bytes');
    if (hasTag(request, reply, tag)) return reply.code(304).send();
  }
  const part = acceptsRanges && mayBePartial(request, tag) ? partIn(request.headers.range, bytes, reply) : undefined;
  const { from, to } = part ?? { from: 0, to: bytes };
  if (part) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${bytes}`);
  reply
    .header('content-type', mediaType)
    .header('content-disposition', attachment(fileName))
    .header('content-length', to - from);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(inTurns({ bytes: to - from, texts: () => file.read(from, to) }, request.address, semaphore));
}

/** Only GET has ranges. With `If-Range`, a part is sent only of the file that the client knows. */
const mayBePartial = ({ method, headers }: FastifyRequest, tag: string): boolean =>
  method === 'GET' && (headers['if-range'] === undefined || headers['if-range'] === tag);

/** One range of bytes. Several, and what is none, are ignored, as RFC 9110 allows. Throws 416 if it is outside the file. */
function partIn(range: string | undefined, bytes: number, reply: FastifyReply): { from: number; to: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,16})-(\d{0,16})$/i.exec((range ?? '').replace(/\s+/g, '')) ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  if (from < to) return { from, to };
  reply.header('content-range', `bytes */${bytes}`);
  throw new ServiceError('range_not_satisfiable', `The file has ${bytes} bytes: the range is outside of it`);
}

/** Programs that look at links in messages to show a preview. */
const previewers =
  /bot\b|bot\/|crawler|spider|preview|facebookexternalhit|whatsapp|telegram|slack|discord|skype|twitter|linkedin|mastodon|embedly/i;

/** Throws 400 for a request that no person or program made to get the file. */
export function assertMeant({ headers }: FastifyRequest): void {
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ');
  if (!/prefetch|prerender|preview/i.test(purpose) && !previewers.test(headers['user-agent'] ?? '')) return;
  throw new ServiceError('invalid_request', 'This link works once, so it is not followed for a preview');
}
