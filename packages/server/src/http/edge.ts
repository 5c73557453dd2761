import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError, statusOfCode } from '@parley/core';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, isOurFault, serviceErrorOf } from './errors.ts';
import { apiVersion } from './versioning.ts';

export const json = 'application/json; charset=utf-8';

/** Every refusal leaves through here, in one shape. */
export function answerErrors(app: FastifyInstance, publicUrl: () => string): void {
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(error, request, reply, publicUrl()));
  app.setNotFoundHandler((request, reply) =>
    refuse(new ServiceError('not_found', 'There is nothing at this address'), request, reply, publicUrl()),
  );
}

export function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  toldAs: (refusal: ServiceError, request: FastifyRequest) => object = told,
): FastifyReply {
  const isTooLarge = (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  const refusal = isTooLarge ? bodyTooLarge(request) : serviceErrorOf(error);
  if (isOurFault(refusal)) request.log.error({ err: error, requestId: request.id }, 'a request failed');
  return reply
    .code(refusal.status)
    .headers(refusalHeaders(refusal, publicUrl))
    .header('content-type', json)
    .send(JSON.stringify(toldAs(refusal, request)));
}

const told = (refusal: ServiceError, request: FastifyRequest): object => ({
  ...bodyOf(refusal, request.id),
  ...(isQuestion(request) && { _meta: { response_type: 'failure' } }),
});

/** Fastify does not say how much is allowed, nor how much was announced. */
function bodyTooLarge({ routeOptions: { bodyLimit: limit }, headers }: FastifyRequest): ServiceError {
  const actual = Number(headers['content-length']) || undefined;
  const message = `The body may have ${limit} bytes at most`;
  const issue = { field: '', message, ...(limit !== undefined && { limit }), ...(actual !== undefined && { actual }) };
  return new ServiceError('invalid_request', message, { issues: [issue] });
}

/** Who asks as NLWeb clients do looks there for how it went. */
const isQuestion = ({ routeOptions: { url } }: FastifyRequest): boolean => url === '/ask';

/** What a refusal says beside its body: where to find out how to get a key (RFC 9728), or when to come again. */
export const refusalHeaders = ({ status, details: { retryAfter } }: ServiceError, publicUrl: string): Record<string, string> => ({
  ...(status === 401 && { 'www-authenticate': `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"` }),
  ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
});

/** What is no HTTP never becomes a request; it is told why all the same. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = error.code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too large' : 'This is not a valid HTTP request';
  const status = statusOfCode.invalid_request;
  const body = JSON.stringify({ error: message, code: 'invalid_request' });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${json}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `API-Version: ${apiVersion}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
