import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

export interface Route {
  method: string | string[];
  url: string;
}

/** The value of `Allow` for a path; undefined if nothing is served there. */
export type AllowedAt = (path: string) => string | undefined;

/**
 * Knows the methods of every path. A route for each method that is not allowed would be thousands of them, and a tenth of a start.
 *
 * @param routes - all routes; read at the first question, when the server is complete.
 */
export function methodsIn(routes: readonly Route[]): AllowedAt {
  let places: Place[] | undefined;
  return (path) => {
    places ??= placesIn(routes);
    const asked = path.split('?', 1)[0]!.split('/');
    // As in the router, a word precedes a parameter.
    return places.find(({ segments }) => isAt(segments, asked))?.allow;
  };
}

/** CORS answers OPTIONS but does not know the methods of a path; call this before CORS is registered. */
export function tellMethods(app: FastifyInstance, allowedAt: AllowedAt): void {
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    const allow = method === 'OPTIONS' ? allowedAt(url) : undefined;
    if (allow !== undefined) reply.header('allow', allow);
    done();
  });
}

/** Answers 405 with the allowed methods at a known path, before the body is read, which can have other errors. */
export function refuseOtherMethods(app: FastifyInstance, allowedAt: AllowedAt): void {
  app.addHook('onRequest', ({ method, url, is404 }, reply, done) => {
    const allow = is404 ? allowedAt(url) : undefined;
    if (allow === undefined) return done();
    reply.header('allow', allow);
    done(new ServiceError('method_not_allowed', `${method} is not allowed for this URL, which has ${allow}`));
  });
}

interface Place {
  segments: readonly string[];
  allow: string;
}

function placesIn(routes: readonly Route[]): Place[] {
  const served = new Map<string, Set<string>>();
  for (const { method, url } of routes) {
    if (url.includes('*')) continue;
    const known = served.get(url) ?? new Set(['OPTIONS']);
    for (const name of [method].flat()) known.add(name);
    served.set(url, known);
  }
  const places = [...served].map(([url, known]) => ({ segments: url.split('/'), allow: [...known].toSorted().join(', ') }));
  return places.toSorted((a, b) => parametersIn(a) - parametersIn(b));
}

const isParameter = (segment: string): boolean => segment.startsWith(':');
const parametersIn = ({ segments }: Place): number => segments.filter(isParameter).length;

const isAt = (segments: readonly string[], asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, i) => (isParameter(segment) ? asked[i] !== '' : segment === asked[i]));
