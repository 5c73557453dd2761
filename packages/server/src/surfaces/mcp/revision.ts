import {
  classifyInboundRequest,
  isJSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { JsonRpcMessage } from './message.ts';

/** The revision that has no sessions. */
export const newestRevision = '2026-07-28';

/** Whether a message is clearly of a 2025 client. The library decides about all others. */
export function isLegacy({ params }: JsonRpcMessage, { headers }: FastifyRequest): boolean {
  const version = headers['mcp-protocol-version'];
  const { _meta: meta } = (params ?? {}) as { _meta?: unknown };
  const claimsMore = typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
  return !claimsMore && (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)));
}

/** Whether everything about a request is as its revision demands; `name` is what it must also state in a header, if anything. */
export function isRegular(message: JsonRpcMessage, request: FastifyRequest, name?: string): boolean {
  if (isLegacy(message, request)) return isJSONRPCRequest(message);
  const { method } = message;
  const { 'mcp-protocol-version': version, 'mcp-method': stated, 'mcp-name': named } = request.headers;
  if (version !== newestRevision || stated !== method || (name !== undefined && named !== name)) return false;
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: newestRevision,
    mcpMethodHeader: String(method),
    body: message,
  });
  return route.kind === 'modern' && route.messageKind === 'request';
}
