import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request header that the answers of a route depend on, beside who asks. */
    varies?: string;
  }
}

const yearSeconds = 365 * 86_400;

/**
 * What every response tells browsers and caches. Nothing is stored on its way unless the route itself says so: what one caller may
 * know is nothing to the next.
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

/** tRPC brings headers of its own for its streams, which allow caches to store them. */
export const storeNothing = async (_request: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> => {
  if (payload instanceof Response) payload.headers.set('cache-control', 'no-store');
  return payload;
};
