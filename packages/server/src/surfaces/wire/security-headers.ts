import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiVersion } from './versioning.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request header that the answers of a route depend on, besides credentials. */
    varies?: string;
  }
}

const yearSeconds = 365 * 86_400;

/** The headers that scripts of other origins can read. */
export const exposedHeaders = [
  'API-Version',
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotency-Replayed',
  'Preference-Applied',
  'Location',
  'WWW-Authenticate',
  'Content-Disposition',
  'Content-Range',
  'Allow',
  'ETag',
  'Deprecation',
  'Sunset',
  'Link',
  'Mcp-Session-Id',
].join(', ');

/**
 * Sets the headers of every response, for clients, browsers and caches. Nothing is cached unless the route allows it, because an answer
 * is only for its caller.
 */
export function precautions(publicUrl: string | undefined) {
  const always = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposedHeaders,
    'api-version': apiVersion,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  };
  return ({ id, routeOptions: { config } }: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(always).header('x-request-id', id);
    if (config?.varies) reply.header('vary', config.varies);
  };
}

/** tRPC sets its own headers on streams, which would allow caches to store them. */
export const storeNothing = async (_request: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> => {
  if (payload instanceof Response) payload.headers.set('cache-control', 'no-store');
  return payload;
};
