import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { statusOf, ServiceError, type Contract } from '@parley/core';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, isOurFault, refusalHeaders, serviceErrorOf } from '../../call/refusal.ts';
import { addressOf } from '../../engine/limits/address.ts';
import { isAnswering } from '../limits/connections.ts';
import type { Announced, Countable } from '../limits/rate-limit.ts';
import { nearestIn } from './nearest.ts';
import { wantsPage, type Page } from './content-negotiation.ts';
import { apiVersion } from './versioning.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path of a resource that has OAuth metadata of its own. */
    resource?: string;
  }
}

export const json = 'application/json; charset=utf-8';

/** The refusal of a path where nothing is served. */
export function nothingHereIn(contract: Contract, publicUrl: () => string): (request: FastifyRequest) => ServiceError {
  const nearestTo = nearestIn(contract);
  return ({ method, url }) => {
    const nearest = nearestTo(method, url);
    const message = `Nothing exists at this URL${nearest ? `. Did you mean ${nearest}?` : ''}`;
    return new ServiceError('not_found', message, { ...(nearest && { nearest }), documentation: `${publicUrl()}/docs/api.md` });
  };
}

/** Answers every refusal, in one format; `missingPage` is for browsers that follow a wrong link. */
export function answerErrors(
  app: FastifyInstance,
  nothingHere: (request: FastifyRequest) => ServiceError,
  publicUrl: () => string,
  missingPage: Page,
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isWrongLink = canBeLink(request) && serviceErrorOf(error).code === 'not_found';
    if (isWrongLink) reply.header('vary', 'Accept');
    return isWrongLink && wantsPage(request) ? missingPage(request, reply) : refuse(error, request, reply, publicUrl());
  });
  app.setNotFoundHandler((request, reply) => refuse(nothingHere(request), request, reply, publicUrl()));
}

/** Where only programs ask. Some of them say that they accept HTML. */
export const forPrograms =
  /^\/(?:hub|trpc|api|a2a|mcp|auth|assets|pages|avatars|\.well-known)(?:[/?]|$)|\.(?:md|json|txt)(?:\?|$)/;

/** Each link of the page leads back through all folders, so without a limit an address with thousands would make megabytes. */
const mostFolders = 10;

const canBeLink = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !forPrograms.test(url) && url.split('/', mostFolders + 2).length <= mostFolders + 1;

export function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  format: (refusal: ServiceError, request: FastifyRequest) => object = defaultFormat,
): FastifyReply {
  const isTooLarge = (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  const refusal = isTooLarge ? bodyTooLarge(request) : serviceErrorOf(error);
  if (isOurFault(refusal)) request.log.error({ err: error, requestId: request.id }, 'a request failed');
  return reply
    .code(statusOf(refusal))
    .headers(refusalHeaders(refusal, publicUrl, request.routeOptions?.config?.resource))
    .header('content-type', json)
    .send(JSON.stringify(format(refusal, request)));
}

const defaultFormat = (refusal: ServiceError, request: FastifyRequest): object => ({
  ...bodyOf(refusal, request.id),
  ...(isQuestion(request) && { _meta: { response_type: 'failure' } }),
});

/** The error of Fastify contains neither the limit nor the announced size. */
function bodyTooLarge({ routeOptions: { bodyLimit: limit }, headers }: FastifyRequest): ServiceError {
  const actual = Number(headers['content-length']) || undefined;
  const message = `The body can have at most ${limit} bytes`;
  const issue = { field: '', message, ...(limit !== undefined && { limit }), ...(actual !== undefined && { actual }) };
  return new ServiceError('invalid_request', message, { issues: [issue] });
}

/** NLWeb clients expect the error in their own format. */
const isQuestion = ({ routeOptions: { config } }: FastifyRequest): boolean => config?.operation?.answers === 'jsonOrEvents';

type Headers = Record<string, number | string>;
/** Counts a request and sets the rate-limit headers; throws if it exceeds the limit. */
type Count = (request: Countable, reply: Announced) => Promise<void>;

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive',
};

/** Invalid HTTP never becomes a request; it still counts for its address and is answered with the reason. */
export function answerBrokenRequests(count: Count) {
  /** Everything else on such a connection is broken too. */
  const known = new WeakSet<Socket>();
  return async (error: Error & { code?: string }, socket: Socket): Promise<void> => {
    if (known.has(socket)) return;
    known.add(socket);
    // A client that has sent nothing would take this as the answer to its first request.
    const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    // Nothing can be inserted into a response that has started.
    if (error.code === 'ECONNRESET' || isSilent || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const message = reasons[error.code ?? ''] ?? 'This is not a valid HTTP request';
    const headers: Headers = {
      'content-type': json,
      'api-version': apiVersion,
      'cache-control': 'no-store',
      connection: 'close',
    };
    const announced = { header: (name: string, value: number | string) => (headers[name] = value) };
    const refusal = await count(countable(socket), announced).then(
      () => new ServiceError('invalid_request', message),
      serviceErrorOf,
    );
    if (!socket.writable) return;
    socket.write(rawResponse(refusal, headers));
    socket.destroySoon();
  };
}

const countable = ({ remoteAddress }: Socket): Countable => ({
  address: addressOf(remoteAddress),
  url: '',
  headers: {},
  credential: undefined,
  params: {},
  routeOptions: {},
});

function rawResponse(refusal: ServiceError, headers: Headers): string {
  const body = JSON.stringify(bodyOf(refusal));
  const all = { ...headers, ...refusalHeaders(refusal, ''), 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${statusOf(refusal)} ${STATUS_CODES[statusOf(refusal)]}`, ...lines, '', body].join('\r\n');
}
