import { ServiceError } from '@parley/core';
import { byKeys, createMcpServer, linkIn, isProfile, parleyTools, profiles, type RefusalBody } from '@parley/mcp';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { backendOf, credentialIn } from './backend.ts';
import type { Parley } from '../../parley.ts';
import type { CallMetadata } from '../../call/metadata.ts';
import { bodyOf, isOurFault, serviceErrorOf } from '../../call/refusal.ts';
import { version } from '../../version.ts';
import { refuse } from '../wire/error-handler.ts';
import { worthCounting } from '../limits/answers.ts';
import { holding } from '../limits/held.ts';
import { rateLimiter } from '../limits/rate-limit.ts';
import { metadataIn } from '../wire/request.ts';
import { answerCall } from './answer.ts';
import { directCall } from './direct.ts';
import { serveEventStreams } from './events/stream.ts';
import { guard, nameOf } from './guard.ts';
import { goneSignal, send, type Exchange } from './exchange.ts';
import { libraryWith } from './library.ts';
import { parsed, type Parsed } from './message.ts';
import { errorOf, numberOf } from './refusal.ts';
import { serveServerCard } from './server-card.ts';
import { newSession, serveSubscriptions } from './subscriptions.ts';

export const mcpPath = '/mcp';

declare module 'fastify' {
  interface FastifyRequest {
    /** What its body says. */
    mcp?: Parsed;
    /** The space of the key, for a tool that is given none. */
    spaceOfKey?: string | undefined;
  }
}

type McpRequest = FastifyRequest<{ Querystring: { tools?: string } }>;

/** Serves MCP over Streamable HTTP, without sessions: any process can answer any message. */
export async function serveMcp(app: FastifyInstance, parley: Parley): Promise<void> {
  const { config, contract, admission, publicUrl } = parley;
  const { limitClient } = rateLimiter(admission);
  const backendFor = backendOf(parley);
  let drawn: ReturnType<typeof parleyTools> | undefined;
  // Drawing them would take a tenth of a start.
  const tools = () => (drawn ??= parleyTools({ contract, addressing: byKeys }));
  const assertOurs = guard(() => [nameOf(publicUrl().replace(/^https?:\/\//, '')), nameOf(config.HOST)]);
  const library = libraryWith(serverFor, (error) => parley.log.debug({ err: error }, 'MCP'));
  const subscriptions = serveSubscriptions(parley, serverFor);
  const eventStreams = serveEventStreams(parley);
  app.addHook('preClose', () => library.close());

  function exchangeOf(request: McpRequest, reply: FastifyReply): Exchange {
    const { mcp, query } = request;
    const { message, ...rest } = mcp!;
    if (!message) throw new ServiceError('invalid_request', 'The body must be a single JSON-RPC message, not a batch');
    const profile = query.tools ?? 'participant';
    if (typeof profile !== 'string' || !isProfile(profile))
      throw new ServiceError('invalid_request', `tools must be one of ${profiles.join(', ')}`);
    const hold = (bytes: number) => {
      if (bytes >= worthCounting) holding(admission, request, reply.raw)(bytes);
    };
    const metadata: CallMetadata = Object.assign(metadataIn(request, reply.raw), { transport: 'mcp', hold } as const);
    const refuse = (error: unknown) => {
      const refusal = serviceErrorOf(error);
      if (isOurFault(refusal)) request.log.error({ err: error, requestId: request.id }, 'a request failed');
      const body = bodyOf(refusal, request.id) as RefusalBody;
      const isKeyMissing = refusal.code === 'key_missing';
      return { refusal, body: isKeyMissing ? { ...body, error: `${body.error}, or in the arguments of the tool` } : body };
    };
    return {
      message,
      ...rest,
      backend: backendFor(metadata, request.spaceOfKey),
      options: { tools: tools(), profile, refuse, version },
    };
  }

  /** Undefined if nobody has the key. */
  const spaceOf = (metadata: CallMetadata): Promise<string | undefined> =>
    parley.pipeline.spaceOf(metadata).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'key_unknown') return undefined;
      throw error;
    });

  serveServerCard(app, publicUrl, version);
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      refuse(error, request, reply, publicUrl(), (refusal) => errorOf(request.body, numberOf(refusal), refusal, request.id)),
    );
    scope.post<{ Querystring: { tools?: string } }>(mcpPath, {
      bodyLimit: config.limits.bodyBytes,
      config: { clientInBody: true, resource: mcpPath },
      onRequest: async (request) => assertOurs(request),
      preHandler: async (request, reply) => {
        const { takesSpace, args } = (request.mcp = parsed(request.body, tools()));
        const { privateKey, spaceId, link } = args;
        // A key of another type is refused by the tool.
        if (typeof privateKey === 'string') request.credential = credentialIn(privateKey);
        const { credential } = request;
        const linked = link === undefined ? undefined : linkIn(link);
        if (credential && spaceId === undefined && takesSpace) request.spaceOfKey = await spaceOf({ credential });
        await limitClient(request, reply, {
          credential: linked ? credentialIn(linked.privateKey) : credential,
          headers: request.headers,
          params: { spaceId: linked?.spaceId ?? spaceId ?? request.spaceOfKey },
        });
      },
      handler: async (request, reply) => {
        const exchange = exchangeOf(request, reply);
        if (subscriptions.isFor(exchange.message, request)) return subscriptions.open(exchange, request, reply);
        if (eventStreams.isFor(exchange.message, request)) return eventStreams.open(exchange, request, reply);
        const call = directCall(exchange, request);
        if (call) return answerCall(exchange, call, request, reply);
        const answer = await library.answer(exchange, request, goneSignal(reply));
        if (answer.ok && exchange.message.method === 'initialize') reply.header(...newSession());
        return send(reply, answer);
      },
    });
  });
}

const serverFor = ({ backend, options }: Exchange) => createMcpServer(backend, options);
