import { METHODS } from 'node:http';
import { ServiceError } from '@parley/core';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface Route {
  method: string | string[];
  url: string;
  config?: FastifyContextConfig | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods of the route, for 405 and OPTIONS. */
    allow?: string;
  }
}

/** Node never delivers CONNECT as a request. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** CORS answers OPTIONS but does not know the methods of a route; call this before CORS is registered. */
export function tellMethods(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, routeOptions: { config } }, reply, done) => {
    if (method === 'OPTIONS' && config.allow !== undefined) reply.header('allow', config.allow);
    done();
  });
}

/** Answers 405 with the allowed methods for a known route; call this after all routes are registered. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const served = new Map<string, { known: Set<string>; config: FastifyContextConfig }>();
  for (const { method, url, config = {} } of routes) {
    const place = served.get(url) ?? { known: new Set(), config };
    for (const name of [method].flat()) place.known.add(name);
    served.set(url, place);
  }
  for (const [url, { known, config }] of served) {
    const others = methods.filter((method) => !known.has(method));
    if (url.includes('*') || others.length === 0) continue;
    const allow = [...new Set([...known, 'OPTIONS'])].toSorted().join(', ');
    // Before the body is read, which can have other errors.
    app.route({ method: others, url, exposeHeadRoute: false, config: { ...config, allow }, onRequest: refuse, handler: refuse });
  }
}

async function refuse({ method, routeOptions: { config } }: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', config.allow);
  throw new ServiceError('method_not_allowed', `${method} is not allowed for this URL`);
}
