import { ServiceError } from '@parley/core';
import { fastifyRequestHandler, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Parley } from '../../parley.ts';
import type { Answered } from '../../call/request.ts';
import type { AppRouter } from '../../call/procedures/router.ts';
import type { CallMetadata } from '../../call/metadata.ts';
import { isOurFault, refusalHeaders, serviceErrorOf } from '../../call/refusal.ts';
import { claim, shapeOf } from '../../call/procedures/trpc-errors.ts';
import { callsIn, maxCallsPerBatch } from '../limits/calls.ts';
import { holding } from '../limits/held.ts';
import { assertNoForm, jsonText } from '../wire/body.ts';
import { json, refuse } from '../wire/error-handler.ts';
import { metadataIn } from '../wire/request.ts';
import { storeNothing } from '../wire/security-headers.ts';
import { isServed } from '../rest/rest.ts';
import type { Patience } from '../sse/sse.ts';
import { serveSubscription, subscribedTo } from './subscription.ts';

type Served = Pick<Parley, 'admission' | 'contract' | 'router' | 'follow' | 'pipeline' | 'source' | 'publicUrl'>;

/** Serves the procedures of the router to tRPC clients. */
export async function serveTrpc(app: FastifyInstance, served: Served, patience: Partial<Patience> = {}): Promise<void> {
  const { admission, router, pipeline, publicUrl } = served;
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router,
    createContext: ({ req, res, info }) => {
      const { id: requestId } = req;
      const metadata: CallMetadata = { ...metadataIn(req, res.raw), transport: 'trpc', hold: holding(admission, req, res.raw) };
      for (const { path } of info.calls) if (isServed(path)) pipeline.assertKeyShown(path, metadata);
      return { requestId, metadata, answers: [] };
    },
    responseMeta: ({ errors: [error], ctx }) => ({
      headers: {
        ...(error && { 'content-type': json, ...refusalHeaders(serviceErrorOf(error), publicUrl()) }),
        ...(ctx && headersOf(ctx.answers)),
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
    scope.all<{ Params: { path: string } }>('/trpc/:path', { config: { callsIn } }, (req, res) => {
      const name = subscribedTo(req, served.contract);
      return name
        ? serveSubscription(name, { request: req, reply: res }, served, patience)
        : fastifyRequestHandler({ ...trpcOptions, req, res, path: req.params.path });
    });
  });
}

/** A batch is replayed if all its answers are, and minimal if one is. */
const headersOf = (answers: readonly Answered[]): Record<string, string> => ({
  ...(answers.length > 0 && answers.every(({ replayed }) => replayed) && { 'idempotency-replayed': 'true' }),
  ...(answers.some(({ isMinimal }) => isMinimal) && { 'preference-applied': 'return=minimal' }),
});

/** tRPC also reads files, which no operation accepts. */
function assertJson(request: FastifyRequest): void {
  assertNoForm(request);
  if (!/^\s*application\/octet-stream/i.test(request.headers['content-type'] ?? '')) return;
  throw new ServiceError('invalid_request', 'The body must be application/json');
}

function tooMany(calls: number): ServiceError | undefined {
  if (calls <= maxCallsPerBatch) return undefined;
  const message = `A batch can contain at most ${maxCallsPerBatch} calls`;
  return new ServiceError('invalid_request', message, {
    issues: [{ field: '', message, limit: maxCallsPerBatch, actual: calls }],
  });
}
