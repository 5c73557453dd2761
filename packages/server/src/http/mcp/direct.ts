import { classifyInboundRequest, isJSONRPCRequest, isJsonContentType, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { callTool, serverInfo, type Arguments, type ParleyTool, type Progress } from '@parley/mcp';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from './exchange.ts';
import { isLegacy } from './revision.ts';
import { isMessage } from './message.ts';

/** A call of a tool that the library would carry out. */
export interface DirectCall {
  id: unknown;
  tool: ParleyTool;
  args: Arguments;
  /** Whether a 2025 client sent it. */
  legacy: boolean;
  /** With which its client recognizes progress notifications. */
  progressToken: string | number | undefined;
}

const [newest, method] = ['2026-07-28', 'tools/call'];

/** A call with other fields needs more than one result. */
const fields: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/**
 * The call that a message makes, if everything about it is regular. The library checks it, but does not carry it out, which costs more
 * than the call itself. All other messages are served and refused by the library.
 */
export function directCall({ message, options }: Exchange, request: FastifyRequest): DirectCall | undefined {
  const { id, params } = message;
  if (message.method !== method || !isMessage(params)) return undefined;
  const { name, arguments: args = {} } = params;
  const tool = typeof name === 'string' ? options.tools.get(name) : undefined;
  // The copy of the arguments that the library makes has no `__proto__`.
  if (!tool || !isMessage(args) || Object.hasOwn(args, '__proto__')) return undefined;
  if (Object.keys(params).some((field) => !fields.has(field))) return undefined;
  if (!isJsonContentType(request.headers['content-type'])) return undefined;
  const legacy = isLegacy(message, request);
  const isRegular = legacy ? isJSONRPCRequest(message) : isClassified(message, tool.tool.name, request);
  return isRegular ? { id, tool, args, legacy, progressToken: progressTokenIn(params) } : undefined;
}

function progressTokenIn({ _meta: meta }: Record<string, unknown>): string | number | undefined {
  const { progressToken } = isMessage(meta) ? (meta as { progressToken?: unknown }) : {};
  return typeof progressToken === 'string' || typeof progressToken === 'number' ? progressToken : undefined;
}

function isClassified(message: Exchange['message'], name: string, { headers }: FastifyRequest): boolean {
  const isStated = headers['mcp-protocol-version'] === newest && headers['mcp-method'] === method && headers['mcp-name'] === name;
  if (!isStated) return false;
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: newest,
    mcpMethodHeader: method,
    body: message,
  });
  return route.kind === 'modern' && route.messageKind === 'request';
}

/** The JSON that the library would answer: a test compares every byte. */
export async function answerDirectly(
  { backend, options }: Exchange,
  { id, tool, args, legacy }: DirectCall,
  gone: AbortSignal,
  progress?: Progress,
): Promise<string> {
  const { _meta: meta, ...answer } = await callTool(backend, tool, args, gone, options.refuse, progress);
  const _meta = legacy ? meta : { ...meta, [SERVER_INFO_META_KEY]: serverInfo(options.version) };
  const result = { ...(meta && { _meta }), ...answer, ...(!legacy && { resultType: 'complete', _meta }) };
  return JSON.stringify({ result, jsonrpc: '2.0', id });
}
