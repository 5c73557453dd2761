import { classifyInboundRequest, isJsonContentType, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { callTool, serverInfo, type Arguments, type ParleyTool } from '@parley/mcp';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from './exchange.ts';
import { isMessage } from './message.ts';

/** A call of a tool that the library would carry out. */
export interface DirectCall {
  id: unknown;
  tool: ParleyTool;
  args: Arguments;
}

const [version, method] = ['2026-07-28', 'tools/call'];

/** With other fields, a call is not answered by its result alone. */
const fields: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/**
 * The call that a message of a 2026-07-28 client makes, if everything about it is regular. The library classifies it, but does not carry
 * it out, which costs more than the call. It serves and refuses all other messages.
 */
export function directCall({ message, options }: Exchange, { headers }: FastifyRequest): DirectCall | undefined {
  const { id, params } = message;
  if (message.method !== method || !isMessage(params)) return undefined;
  const { name, arguments: args = {} } = params;
  const tool = typeof name === 'string' ? options.tools.get(name) : undefined;
  if (!tool || !isMessage(args) || Object.hasOwn(args, '__proto__')) return undefined;
  if (Object.keys(params).some((field) => !fields.has(field))) return undefined;
  const isNamed = headers['mcp-protocol-version'] === version && headers['mcp-method'] === method && headers['mcp-name'] === name;
  if (!isNamed || !isJsonContentType(headers['content-type'])) return undefined;
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: version,
    mcpMethodHeader: method,
    body: message,
  });
  return route.kind === 'modern' && route.messageKind === 'request' ? { id, tool, args } : undefined;
}

/** The JSON that the library would answer: the test compares every byte. */
export async function answerDirectly(
  { host, options }: Exchange,
  { id, tool, args }: DirectCall,
  gone: AbortSignal,
): Promise<string> {
  const { _meta: meta, ...answer } = await callTool(host, tool, args, gone, options.refuse);
  const _meta = { ...meta, [SERVER_INFO_META_KEY]: serverInfo(options.version) };
  const result = { ...(meta && { _meta }), ...answer, resultType: 'complete', _meta };
  return JSON.stringify({ result, jsonrpc: '2.0', id });
}
