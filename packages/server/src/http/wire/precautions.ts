import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request header that the answers of a route depend on, besides credentials. */
    varies?: string;
  }
}

const yearSeconds = 365 * 86_400;

/**
 * The headers of every response for browsers and caches. Nothing is cached unless the route allows it, because an answer is only
 * for its caller.
 */
export function precautions(publicUrl: string | undefined) {
  const always = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  };
  return ({ routeOptions: { config } }: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(always);
    if (config?.varies) reply.header('vary', config.varies);
  };
}

/** tRPC sets its own headers on streams, which would allow caches to store them. */
export const storeNothing = async (_request: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> => {
  if (payload instanceof Response) payload.headers.set('cache-control', 'no-store');
  return payload;
};
