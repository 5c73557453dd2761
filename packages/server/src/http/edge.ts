import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, isOurFault, refusalHeaders, serviceErrorOf } from '../transport/refusal.ts';
import { addressOf } from './admission/address.ts';
import { isAnswering } from './admission/connections.ts';
import { apiVersion } from './versioning.ts';

export const json = 'application/json; charset=utf-8';

/** Every refusal leaves through here, in one shape. */
export function answerErrors(app: FastifyInstance, publicUrl: () => string): void {
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(error, request, reply, publicUrl()));
  const nothingHere = () => new ServiceError('not_found', 'There is nothing at this address');
  // Before the body is read, which may be wrong in other ways.
  app.addHook('onRequest', ({ is404 }, _reply, done) => done(is404 ? nothingHere() : undefined));
  app.setNotFoundHandler((request, reply) => refuse(nothingHere(), request, reply, publicUrl()));
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
const isQuestion = ({ routeOptions: { config } }: FastifyRequest): boolean => config?.operation?.isQuestion === true;

type Headers = Record<string, number | string>;
/** Counts a request and tells by headers how it counted; throws when it was one too many. */
type Count = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive',
};

/** What is not HTTP never becomes a request; it counts for its address, and is told why it is refused all the same. */
export function answerBrokenRequests(count: Count) {
  /** Whatever else comes on such a connection is broken too. */
  const known = new WeakSet<Socket>();
  return async (error: Error & { code?: string }, socket: Socket): Promise<void> => {
    if (known.has(socket)) return;
    known.add(socket);
    // Who has asked nothing would take this for its first answer.
    const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    // In the middle of a response nothing else can be said.
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
    const refusal = await count(...standIn(socket, headers)).then(
      () => new ServiceError('invalid_request', message),
      serviceErrorOf,
    );
    if (!socket.writable) return;
    socket.write(rawResponse(refusal, headers));
    socket.destroySoon();
  };
}

/** As much of a request and its reply as counting looks at. */
function standIn({ remoteAddress }: Socket, headers: Headers): [FastifyRequest, FastifyReply] {
  const request = { address: addressOf(remoteAddress), url: '', headers: {}, routeOptions: {} };
  const reply = { header: (name: string, value: number | string) => void (headers[name] = value) };
  return [request as unknown as FastifyRequest, reply as unknown as FastifyReply];
}

function rawResponse(refusal: ServiceError, headers: Headers): string {
  const body = JSON.stringify(bodyOf(refusal));
  const all = { ...headers, ...refusalHeaders(refusal, ''), 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n');
}
