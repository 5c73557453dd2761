import {
  isJSONRPCRequest,
  parseJSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCMessage,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { ServiceError } from '@parley/core';
import type { FastifyRequest } from 'fastify';
import type { Message } from './message.ts';

/** Whether a message is clearly of a 2025 client. The library decides about all others. */
export function isLegacy({ params }: Message, { headers }: FastifyRequest): boolean {
  const version = headers['mcp-protocol-version'];
  const { _meta: meta } = (params ?? {}) as { _meta?: unknown };
  const claimsMore = typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
  return !claimsMore && (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)));
}

/**
 * The answer to a message of a 2025 client, without a session and as JSON; undefined if the message needs none, or the client is gone.
 * The library answers with streams, which cost more than everything else for a single answer.
 */
export async function answerLegacy(server: Server, message: Message, gone: AbortSignal): Promise<JSONRPCMessage | undefined> {
  const parsed = parsedOf(message);
  if (!isJSONRPCRequest(parsed)) return undefined;
  const exchange = new SingleAnswer();
  await server.connect(exchange);
  const close = () => void server.close();
  gone.addEventListener('abort', close, { once: true });
  try {
    exchange.onmessage?.(parsed);
    return await exchange.answer;
  } finally {
    gone.removeEventListener('abort', close);
    close();
  }
}

function parsedOf(message: Message): JSONRPCMessage {
  try {
    return parseJSONRPCMessage(message);
  } catch {
    throw new ServiceError('invalid_request', 'The body is not a JSON-RPC 2.0 message');
  }
}

/** Carries one message to the server, and its answer back. */
class SingleAnswer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly answer: Promise<JSONRPCMessage | undefined>;
  #resolve: (answer: JSONRPCMessage | undefined) => void = () => {};

  constructor() {
    this.answer = new Promise((resolve) => (this.#resolve = resolve));
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message || 'error' in message) this.#resolve(message);
  }

  async close(): Promise<void> {
    this.#resolve(undefined);
    this.onclose?.();
  }
}
