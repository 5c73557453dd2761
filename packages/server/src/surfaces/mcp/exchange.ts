import type { Backend, McpServerOptions } from '@parley/mcp';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { json } from '../wire/error-handler.ts';
import type { JsonRpcMessage, Parsed } from './message.ts';

/** One exchange of a client: its message, who asks, and what carries it out. */
export interface Exchange extends Parsed {
  message: JsonRpcMessage;
  backend: Backend;
  options: McpServerOptions;
}

/**
 * The request as the protocol library reads it. A `Request` of Node would cost as much as the rest of the exchange, and the library
 * needs no more of it than this, because it gets the parsed body.
 *
 * @param instead - headers that the library sees instead of those of the client.
 */
export function asRequest(
  { headers, host, url }: FastifyRequest,
  signal: AbortSignal,
  instead: Readonly<Record<string, string>> = {},
): Request {
  const get = (name: string) => {
    const value = instead[name.toLowerCase()] ?? headers[name.toLowerCase()];
    return typeof value === 'string' ? value : null;
  };
  return {
    method: 'POST',
    url: `http://${host}${url}`,
    headers: { get, has: (name: string) => get(name) !== null },
    signal,
  } as unknown as Request;
}

/** Aborts when the client disconnects before it has its answer. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** A JSON-RPC message as the whole answer. */
export const sendMessage = (reply: FastifyReply, message: string): FastifyReply =>
  reply.header('content-type', json).send(message);

/** The response of the library. The headers that apply to every response are already set. */
export async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const text = response.body === null ? '' : await response.text();
  const type = response.headers.get('content-type');
  reply.code(response.status);
  if (type !== null) reply.header('content-type', type);
  return reply.send(text === '' ? undefined : text);
}
