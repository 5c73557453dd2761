import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forPrograms } from './error-handler.ts';
import type { AllowedAt } from './methods.ts';
import { apiVersion } from './versioning.ts';

const endsWithSlash = /^([^?]{2,})\/(\?|$)/;

/**
 * The URL for the router: clients that complete an address add a slash, and get the same answer. Not to delete something: where an id is
 * missing, as of an empty variable of a shell, that would be what is above.
 */
export function routed({ method, url = '/' }: IncomingMessage): string {
  if (!endsWithSlash.test(url)) return url;
  const canDelete = method === 'DELETE' && url.startsWith('/hub/');
  return !canDelete && forPrograms.test(url) ? withoutSlash(url)! : url;
}

/** Undefined if the path does not end with a slash, or is nothing else. */
const withoutSlash = (url: string): string | undefined =>
  endsWithSlash.test(url) ? url.replace(endsWithSlash, '$1$2') : undefined;

interface Unserved {
  allowedAt: AllowedAt;
  nothingHere(request: FastifyRequest): ServiceError;
}

/** Answers what is not served before the body is read, which can have other errors. Almost no request has anything of this. */
export function answerUnserved(app: FastifyInstance, unserved: Unserved): void {
  // Node would answer these in its own format.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, headers, url, is404 } = request;
    const wanted = headers['api-version'];
    if (wanted !== undefined && wanted !== apiVersion) {
      return done(new ServiceError('unsupported_version', `The only supported API-Version is ${apiVersion}`));
    }
    if (headers.host === undefined && raw.httpVersion === '1.1') {
      return done(new ServiceError('invalid_request', 'An HTTP/1.1 request needs a Host header'));
    }
    if (!is404 && !endsWithSlash.test(url)) return done();
    const page = pageOf(request, unserved);
    if (page !== undefined) return reply.redirect(page, 308);
    done(is404 ? refusalOf(request, reply, unserved) : undefined);
  });
}

/** Pages link relative to their address, so browsers are sent to the one without a slash. */
function pageOf({ method, url }: FastifyRequest, { allowedAt }: Unserved): string | undefined {
  const other = method === 'GET' || method === 'HEAD' ? withoutSlash(url) : undefined;
  if (other === undefined || !allowedAt(other)?.includes('GET')) return undefined;
  // Relative, because a proxy can have removed the beginning of the path.
  return `..${other.slice(other.split('?', 1)[0]!.lastIndexOf('/'))}`;
}

/** 405 with the allowed methods at a known path, otherwise 404. */
function refusalOf(request: FastifyRequest, reply: FastifyReply, { allowedAt, nothingHere }: Unserved): ServiceError {
  const allow = allowedAt(request.url);
  if (allow === undefined) return nothingHere(request);
  reply.header('allow', allow);
  return new ServiceError('method_not_allowed', `${request.method} is not allowed for this URL, which has ${allow}`);
}
