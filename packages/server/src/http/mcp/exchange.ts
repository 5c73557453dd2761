import type { Host, McpServerOptions } from '@parley/mcp';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Message } from './message.ts';

/** One exchange of a client: its message, who asks, and what carries it out. */
export interface Exchange {
  message: Message;
  host: Host;
  options: McpServerOptions;
}

/** The address as the protocol library wants it; nothing depends on it. */
export const urlOf = ({ host, url }: FastifyRequest): string => `http://${host || 'localhost'}${url}`;

/** The protocol reads only these. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

export function headersOf({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    readHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** A complete answer. The headers that apply to every response are already set. */
export async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const text = response.body === null ? '' : await response.text();
  const type = response.headers.get('content-type');
  reply.code(response.status);
  if (type !== null) reply.header('content-type', type);
  return reply.send(text === '' ? undefined : text);
}
