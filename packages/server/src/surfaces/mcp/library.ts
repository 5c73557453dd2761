import {
  createMcpHandler,
  isJsonContentType,
  parseJSONRPCMessage,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import { ServiceError } from '@parley/core';
import type { FastifyRequest } from 'fastify';
import { asRequest, type Exchange } from './exchange.ts';
import type { JsonRpcMessage } from './message.ts';
import { isLegacy } from './revision.ts';

/** The library passes the exchange on as a part of this. */
const nobody = { token: '', clientId: '', scopes: [] };

/** Asked of 2025 clients, although the answer is JSON in any case. */
const both = { accept: 'application/json, text/event-stream' };

/** Everything but regular calls of tools and subscriptions: the protocol library serves and refuses it, in both revisions. */
export function libraryWith(serverFor: (exchange: Exchange) => Server, onerror?: (error: Error) => void) {
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo!.extra!['exchange'] as Exchange), {
    ...(onerror && { onerror }),
  });

  return {
    close: () => handler.close(),
    async answer(exchange: Exchange, request: FastifyRequest, gone: AbortSignal): Promise<Response> {
      const { message: parsedBody } = exchange;
      if (!isLegacy(parsedBody, request)) {
        return handler.fetch(asRequest(request, gone), { parsedBody, authInfo: { ...nobody, extra: { exchange } } });
      }
      assertReadable(parsedBody, request);
      return answerLegacy(serverFor(exchange), exchange, request, gone);
    },
  };
}

/** As JSON: the handler for all revisions would answer a 2025 client with a stream, which costs more than everything else. */
async function answerLegacy(
  server: Server,
  { message }: Exchange,
  request: FastifyRequest,
  gone: AbortSignal,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // A transport that is closed answers no more.
  const left = new Promise<Response>((resolve) =>
    gone.addEventListener('abort', () => resolve(new Response(null, { status: 202 })), { once: true }),
  );
  try {
    return await Promise.race([transport.handleRequest(asRequest(request, gone, both), { parsedBody: message }), left]);
  } finally {
    void server.close();
  }
}

function assertReadable(message: JsonRpcMessage, { headers: { 'content-type': type } }: FastifyRequest): void {
  if (!isJsonContentType(type)) throw new ServiceError('invalid_request', 'The Content-Type must be application/json');
  try {
    parseJSONRPCMessage(message);
  } catch {
    throw new ServiceError('invalid_request', 'The body is not a JSON-RPC 2.0 message');
  }
}
