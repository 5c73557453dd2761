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
    /** The methods of the address, for those who use another one or ask. */
    allow?: string;
  }
}

/** CONNECT never becomes a request. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** OPTIONS is answered by CORS, which does not know the methods of an address; call it before CORS comes. */
export function tellMethods(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, routeOptions: { config } }, reply, done) => {
    if (method === 'OPTIONS' && config.allow !== undefined) reply.header('allow', config.allow);
    done();
  });
}

/** A known address with another method than it has is 405 and says which there are; call it when all routes are there. */
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
    // Before the body is read, which may be wrong in other ways.
    app.route({ method: others, url, exposeHeadRoute: false, config: { ...config, allow }, onRequest: refuse, handler: refuse });
  }
}

async function refuse({ method, routeOptions: { config } }: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', config.allow);
  throw new ServiceError('method_not_allowed', `${method} is not allowed here`);
}
