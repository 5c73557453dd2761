import { ServiceError } from '@parley/core';
import { byKeys, createMcpServer, invitationIn, isProfile, parleyTools, profiles, type RefusalBody } from '@parley/mcp';
import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { askingOf, backendOf } from '../../mcp/backend.ts';
import type { Parley } from '../../parley.ts';
import { bodyOf, isOurFault, serviceErrorOf } from '../../transport/refusal.ts';
import { version } from '../../version.ts';
import { json, refuse } from '../wire/edge.ts';
import { holding } from '../limits/held.ts';
import { rateLimiter } from '../limits/rate-limit.ts';
import { askingIn } from '../wire/request.ts';
import { answerCall } from './answer.ts';
import { directCall } from './direct.ts';
import { guard, nameOf } from './guard.ts';
import { asRequest, goneSignal, send, type Exchange } from './exchange.ts';
import { answerLegacy, isLegacy } from './legacy.ts';
import { argumentsIn, isMessage } from './message.ts';
import { errorOf, numberOf } from './refusal.ts';
import { serverCard } from './server-card.ts';
import { newSession, serveSubscriptions } from './subscriptions.ts';

type McpRequest = FastifyRequest<{ Querystring: { tools?: string } }>;

/** Serves MCP over Streamable HTTP, without sessions: any process can answer any message. */
export async function serveMcp(app: FastifyInstance, parley: Parley): Promise<void> {
  const { config, contract, admission, publicUrl } = parley;
  const { limitClient } = rateLimiter(admission, contract);
  const backendFor = backendOf(parley);
  const tools = parleyTools({ contract, addressing: byKeys });
  const assertOurs = guard(() => [nameOf(publicUrl().replace(/^https?:\/\//, '')), nameOf(config.HOST)]);
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo!.extra!['exchange'] as Exchange), {
    onerror: (error) => parley.log.debug({ err: error }, 'MCP'),
  });
  const subscriptions = serveSubscriptions(parley);
  app.addHook('preClose', () => handler.close());

  function exchangeOf(request: McpRequest, reply: FastifyReply): Exchange {
    const { body: message, query } = request;
    if (!isMessage(message)) throw new ServiceError('invalid_request', 'The body must be a single JSON-RPC message, not a batch');
    const profile = query.tools ?? 'participant';
    if (typeof profile !== 'string' || !isProfile(profile))
      throw new ServiceError('invalid_request', `tools must be one of ${profiles.join(', ')}`);
    const asking = askingIn(request, reply.raw);
    const hold = holding(admission, request, reply.raw);
    const refuse = (error: unknown) => {
      const refusal = serviceErrorOf(error);
      if (isOurFault(refusal)) request.log.error({ err: error, requestId: request.id }, 'a request failed');
      const body = bodyOf(refusal, request.id) as RefusalBody;
      const isKeyMissing = refusal.code === 'key_missing';
      return { refusal, body: isKeyMissing ? { ...body, error: `${body.error}, or in the arguments of the tool` } : body };
    };
    return { message, backend: backendFor({ ...asking, hold }), options: { tools, profile, refuse, version } };
  }

  app.get('/.well-known/mcp/server-card.json', async () => serverCard(publicUrl(), version));
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      refuse(error, request, reply, publicUrl(), (refusal) => errorOf(request.body, numberOf(refusal), refusal, request.id)),
    );
    scope.post<{ Querystring: { tools?: string } }>('/mcp', {
      bodyLimit: config.limits.bodyBytes,
      config: { clientInBody: true },
      onRequest: async (request) => assertOurs(request),
      preHandler: async (request, reply) => {
        const args = argumentsIn(request.body);
        const { privateKey } = args;
        // A key of another type is refused by the tool.
        const { credential } = askingOf(request, typeof privateKey === 'string' ? { privateKey } : {});
        request.credential = credential;
        const invitation = invitationIn(args['link']);
        await limitClient(request, reply, {
          credential: invitation ? askingOf(request, invitation).credential : credential,
          headers: request.headers,
          params: { spaceId: invitation?.spaceId ?? args['spaceId'] },
        });
      },
      handler: async (request, reply) => {
        const exchange = exchangeOf(request, reply);
        if (subscriptions.isFor(exchange.message, request)) return subscriptions.open(exchange, request, reply, serverFor);
        const { message } = exchange;
        const gone = goneSignal(reply);
        const call = directCall(exchange, request);
        if (call) return answerCall(exchange, call, request, reply, gone);
        if (isLegacy(message, request)) {
          assertJson(request);
          const answer = await answerLegacy(serverFor(exchange), message, gone);
          if (answer === undefined) return reply.code(202).send();
          if (message.method === 'initialize') reply.header(...newSession());
          return reply.header('content-type', json).send(JSON.stringify(answer));
        }
        const authInfo = { ...nobody, extra: { exchange } };
        return send(reply, await handler.fetch(asRequest(request, gone), { parsedBody: message, authInfo }));
      },
    });
  });
}

const serverFor = ({ backend, options }: Exchange) => createMcpServer(backend, options);

/** The library passes the exchange on as a part of this. */
const nobody = { token: '', clientId: '', scopes: [] };

function assertJson({ headers: { 'content-type': type } }: FastifyRequest): void {
  if (!isJsonContentType(type)) throw new ServiceError('invalid_request', 'The Content-Type must be application/json');
}
