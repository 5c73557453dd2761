import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const tagOf = (body: string | Buffer): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Sets the `ETag` of the answer (RFC 9110); true if the client has it already. */
export function hasTag(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag);
  return names(request, tag);
}

/** Whether `If-None-Match` contains the tag; the comparison is weak. */
export function names({ headers }: FastifyRequest, tag: string): boolean {
  const opaque = (each: string): string => each.trim().replace(/^W\//, '');
  return headers['if-none-match']?.split(',').some((each) => [opaque(tag), '*'].includes(opaque(each))) ?? false;
}
