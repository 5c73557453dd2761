import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@parley/core';
import { fastifyRequestHandler, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Turnstile } from '../events/turnstile.ts';
import type { Parley } from '../parley.ts';
import type { AppRouter } from '../router.ts';
import { credentialIn } from '../transport/asking.ts';
import { stuckMs } from '../transport/events.ts';
import { isOurFault, refusalHeaders, serviceErrorOf } from '../transport/refusal.ts';
import { claim, shapeOf } from '../trpc-errors.ts';
import { callsIn, maxCallsPerBatch } from './admission/calls.ts';
import { jsonText } from './body.ts';
import { json, refuse } from './edge.ts';
import { contextOf } from './request.ts';
import { storeNothing } from './precautions.ts';
import { isServed } from './rest.ts';
import { wireOf } from './wire.ts';

/** The pace of large events to all subscriptions together. */
const charactersPerMs = 5 * 1024;

type Served = Pick<Parley, 'admission' | 'router' | 'pipeline' | 'publicUrl'>;

/** Serves the procedures of the router to tRPC clients. */
export async function serveTrpc(
  app: FastifyInstance,
  { admission, router, pipeline, publicUrl }: Served,
  drainMs = stuckMs,
): Promise<void> {
  // Encoding a large event blocks the event loop and leaves garbage, so it happens one at a time and at a limited pace.
  const large = new Turnstile(1);
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router,
    createContext: ({ req, res, info }) => {
      const isFollowing = info.type === 'subscription';
      // An EventSource cannot set headers, so only a subscription can send its key in the URL.
      const credential = req.credential ?? (isFollowing ? credentialIn(info.connectionParams ?? {}) : undefined);
      const context = contextOf(req, res.raw, credential);
      const { address } = req;
      const hold = (bytes: number) => admission.hold(address, { held: bytes, total: bytes }, res.raw);
      for (const { path } of info.calls) if (isServed(path)) pipeline.assertKeyShown(path, context.asking);
      const turn = (characters: number) => large.pass(address, () => sleep(characters / charactersPerMs));
      return isFollowing ? { ...context, wire: wireOf(res.raw, drainMs, turn) } : { ...context, hold };
    },
    responseMeta: ({ errors: [error], ctx }) => ({
      headers: {
        ...(error && { 'content-type': json, ...refusalHeaders(serviceErrorOf(error), publicUrl()) }),
        ...(ctx?.reply.replayed && { 'idempotency-replayed': 'true' }),
        ...(ctx?.reply.isMinimal && { 'preference-applied': 'return=minimal' }),
      },
    }),
    onError: ({ error, req }) => {
      const isNew = claim(error, req.id);
      if (isNew && isOurFault(serviceErrorOf(error))) req.log.error({ err: error, requestId: req.id }, 'a request failed');
    },
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
      jsonText(request, body),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      refuse(error, request, reply, publicUrl(), (refusal) => ({ error: shapeOf(refusal, request.id), code: refusal.code })),
    );
    scope.addHook('onRequest', ({ url }, _reply, done) => done(tooMany(callsIn(url))));
    scope.addHook('onRequest', async (request) => assertJson(request));
    scope.addHook('onSend', storeNothing);
    scope.all<{ Params: { path: string } }>('/trpc/:path', (req, res) =>
      fastifyRequestHandler({ ...trpcOptions, req, res, path: req.params.path }),
    );
  });
}

/** tRPC also reads forms and files, which no operation accepts. */
function assertJson({ headers: { 'content-type': type = '' } }: FastifyRequest): void {
  if (!/^\s*(multipart\/form-data|application\/octet-stream)/i.test(type)) return;
  throw new ServiceError('invalid_request', 'The body must be application/json');
}

function tooMany(calls: number): ServiceError | undefined {
  if (calls <= maxCallsPerBatch) return undefined;
  const message = `A batch can contain at most ${maxCallsPerBatch} calls`;
  return new ServiceError('invalid_request', message, {
    issues: [{ field: '', message, limit: maxCallsPerBatch, actual: calls }],
  });
}
