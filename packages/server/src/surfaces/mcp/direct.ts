import { isJsonContentType, SERVER_INFO_META_KEY, type CallToolResult } from '@modelcontextprotocol/server';
import { serverInfo, type Arguments, type ParleyTool } from '@parley/mcp';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from './exchange.ts';
import { isLegacy, isRegular } from './revision.ts';
import { isObject } from './message.ts';

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

/** A call with other fields needs more than one result. */
const fields: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/**
 * The call that a message makes, if everything about it is regular. The library checks it, but does not carry it out, which costs more
 * than the call itself. All other messages are served and refused by the library.
 */
export function directCall({ message, params, tool, args }: Exchange, request: FastifyRequest): DirectCall | undefined {
  if (!tool || !params) return undefined;
  const { arguments: given, _meta: meta } = params;
  // The copy of the arguments that the library makes has no `__proto__`.
  if ((given !== undefined && given !== args) || Object.hasOwn(args, '__proto__')) return undefined;
  for (const field of Object.keys(params)) if (!fields.has(field)) return undefined;
  if (!isJsonContentType(request.headers['content-type'])) return undefined;
  if (!isRegular(message, request, tool.tool.name)) return undefined;
  const progressToken = meta === undefined ? undefined : progressTokenIn(meta);
  return { id: message.id, tool, args, legacy: isLegacy(message, request), progressToken };
}

function progressTokenIn(meta: unknown): string | number | undefined {
  const { progressToken } = isObject(meta) ? meta : {};
  return typeof progressToken === 'string' || typeof progressToken === 'number' ? progressToken : undefined;
}

/** The JSON that the library would answer with a result: a test compares every byte. */
export function encoded({ id, legacy }: DirectCall, { _meta: meta, ...answer }: CallToolResult, version: string): string {
  const _meta = legacy ? meta : { ...meta, [SERVER_INFO_META_KEY]: serverInfo(version) };
  const result = { ...(meta && { _meta }), ...answer, ...(!legacy && { resultType: 'complete', _meta }) };
  return JSON.stringify({ result, jsonrpc: '2.0', id });
}
