import { statusOf } from '@parley/core';
import type { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNamed, methods, versionSaid, type Method } from './methods.ts';
import { legacy } from '../../a2a-protocol/legacy.ts';
import type { Version } from '../../a2a-protocol/protocol.ts';
import { A2aRefusal, rpcError } from './refusal.ts';
import { json } from '../wire/error-handler.ts';
import { callOf, frameOf, sendRefusal, sendStream, type BindingParts } from './binding.ts';

type Id = string | number | null;

interface RpcFrame {
  method: string;
  params: unknown;
}

/** JSON-RPC, in both versions of A2A. */
export function serveRpc(app: FastifyInstance, service: BindingParts): void {
  const refused = (error: unknown, request: FastifyRequest, reply: FastifyReply, id: Id, version: Version | undefined) =>
    sendRefusal(request, reply, {
      error,
      publicUrl: service.publicUrl(),
      format: (refusal) => ({
        status: httpStatusOf(refusal),
        body: { jsonrpc: '2.0', id, error: rpcError(refusal, request.id, version === '0.3') },
      }),
    });

  app.route({
    method: 'POST',
    url: '/a2a',
    bodyLimit: service.config.limits.bodyBytes,
    errorHandler: (error, request, reply) => refused(error, request, reply, null, undefined),
    handler: async (request, reply) => {
      const id = idOf(request.body);
      let version: Version | undefined;
      try {
        const said = versionSaid(saidIn(request));
        const { method: called, params } = frameIn(request.body);
        const named = methodNamed(called, said);
        ({ version } = named);
        const method: Method = methods[named.name];
        const call = callOf(request, reply, service);
        if ('stream' in method) {
          const streaming = await method.stream(params, call);
          return await sendStream(request, reply, streaming, service, (sent, sequence) =>
            frameOf({ jsonrpc: '2.0', id, result: version === '0.3' ? legacy(sent) : sent }, sequence),
          );
        }
        const found = await method.run(params, call);
        const result = version === '0.3' && method.legacy ? method.legacy(found as never) : found;
        if (call.reply.replayed) reply.header('idempotency-replayed', 'true');
        return await reply.header('content-type', json).send(JSON.stringify({ jsonrpc: '2.0', id, result }));
      } catch (error) {
        if (reply.sent) throw error;
        return refused(error, request, reply, id, version);
      }
    },
  });
}

/** Errors of JSON-RPC have status 200, except those that clients and proxies handle by their status, and invalid JSON. */
function httpStatusOf(refusal: ServiceError): number {
  const status = statusOf(refusal);
  return refusal.code === 'malformed_body' || status === 401 || status === 429 || status >= 500 ? status : 200;
}

export function saidIn({ headers, query }: FastifyRequest): string | undefined {
  const said = headers['a2a-version'] ?? (query as Record<string, unknown>)['A2A-Version'];
  return said === undefined ? undefined : String(said);
}

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

function idOf(body: unknown): Id {
  const { id } = fieldsOf(body);
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function frameIn(body: unknown): RpcFrame {
  const { jsonrpc, method, params, id = null } = fieldsOf(body);
  if (Array.isArray(body)) throw new A2aRefusal('INVALID_REQUEST', 'A2A has no batches: send one request at a time');
  if (jsonrpc !== '2.0' || typeof method !== 'string' || method === '' || (id !== null && idOf(body) === null)) {
    throw new A2aRefusal('INVALID_REQUEST', 'The body must be a JSON-RPC 2.0 request: { jsonrpc: "2.0", id, method, params }');
  }
  return { method, params };
}
