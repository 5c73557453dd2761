import { PROTOCOL_VERSION_META_KEY, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
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
