import { ServiceError } from '@parley/core';
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Parley } from '../parley.ts';
import type { AppRouter } from '../router.ts';
import { callsIn, maxCallsPerBatch } from './admission/calls.ts';
import { assertModest, assertUtf8 } from './body.ts';
import { json, refusalHeaders, refuse } from './edge.ts';
import { isOurFault, serviceErrorOf } from './errors.ts';
import { contextOf, credentialIn } from './request.ts';
import { storeNothing } from './precautions.ts';
import { isServed } from './rest.ts';
import { claim, shapeOf } from './trpc-errors.ts';
import { wireOf } from './wire.ts';

type Served = Pick<Parley, 'router' | 'pipeline' | 'publicUrl'>;

/** The procedures of the router for clients of tRPC. */
export async function serveTrpc(app: FastifyInstance, { router, pipeline, publicUrl }: Served, drainMs = 30_000): Promise<void> {
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router,
    createContext: ({ req, res, info }) => {
      const isFollowing = info.type === 'subscription';
      // An EventSource sets no headers, so a subscription, and nothing else, may bring its key in the address.
      const credential = req.credential ?? (isFollowing ? credentialIn(info.connectionParams ?? {}) : undefined);
      const context = { ...contextOf(req.raw, res.raw, req.id, credential, req.ip), isWhole: true };
      for (const { path } of info.calls) if (isServed(path)) pipeline.assertKeyShown(path, context.asking);
      return isFollowing ? { ...context, wire: wireOf(res.raw, drainMs) } : context;
    },
    responseMeta: ({ errors: [error], ctx }) => ({
      headers: {
        ...(error && { 'content-type': json, ...refusalHeaders(serviceErrorOf(error), publicUrl()) }),
        ...(ctx?.reply.replayed && { 'idempotency-replayed': 'true' }),
      },
    }),
    onError: ({ error, req }) => {
      const isNew = claim(error, req.id);
      if (isNew && isOurFault(serviceErrorOf(error))) req.log.error({ err: error, requestId: req.id }, 'a request failed');
    },
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      refuse(error, request, reply, publicUrl(), (refusal) => ({ error: shapeOf(refusal, request.id), code: refusal.code })),
    );
    scope.addHook('onRequest', ({ url }, _reply, done) => done(tooMany(callsIn(url))));
    scope.addHook('onRequest', async (request) => assertUtf8(request));
    scope.addHook('preValidation', async ({ body }) => typeof body === 'string' && assertModest(Buffer.from(body)));
    scope.addHook('onSend', storeNothing);
    await scope.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions });
  });
}

function tooMany(calls: number): ServiceError | undefined {
  if (calls <= maxCallsPerBatch) return undefined;
  const message = `A batch may hold ${maxCallsPerBatch} calls at most`;
  return new ServiceError('invalid_request', message, {
    issues: [{ field: '', message, limit: maxCallsPerBatch, actual: calls }],
  });
}
