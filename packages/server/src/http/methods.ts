import { METHODS } from 'node:http';
import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

export interface Route {
  method: string | string[];
  url: string;
}

/** CONNECT never becomes a request, and OPTIONS is the business of CORS. */
const methods = METHODS.filter((method) => method !== 'CONNECT' && method !== 'OPTIONS');

/** A known address with another method than it has is 405 and says which there are; call it when all routes are there. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const allowed = new Map<string, Set<string>>();
  for (const { method, url } of routes) {
    const known = allowed.get(url) ?? new Set(['OPTIONS']);
    for (const name of [method].flat()) known.add(name);
    allowed.set(url, known);
  }
  for (const [url, known] of allowed) {
    const others = methods.filter((method) => !known.has(method));
    if (url.includes('*') || others.length === 0) continue;
    app.route({
      method: others,
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        reply.header('allow', [...known].toSorted().join(', '));
        throw new ServiceError('method_not_allowed', `${request.method} is not allowed here`);
      },
    });
  }
}
