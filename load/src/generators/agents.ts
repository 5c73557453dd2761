import type { Member } from '@parley/testing';
import { requestBytes } from './request.ts';

// The requests of agents that speak MCP and A2A.

const revision = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A revision of MCP. */
export type Revision = typeof revision | '2025-11-25';

const rpc = (path: '/mcp' | '/a2a', key: string, method: string, params: object, headers: readonly string[]): Buffer =>
  requestBytes({ method: 'POST', path, key, body: { jsonrpc: '2.0', id: 1, method, params }, headers });

/** A request of MCP; `name` is that of a tool. */
export function mcp(version: Revision, key: string, method: string, params: object, name?: string): Buffer {
  const accept = ['Accept: application/json, text/event-stream', `MCP-Protocol-Version: ${version}`];
  if (version !== revision) return rpc('/mcp', key, method, params, accept);
  const named = name === undefined ? [] : [`Mcp-Name: ${name}`];
  return rpc('/mcp', key, method, { ...params, _meta: meta }, [...accept, `Mcp-Method: ${method}`, ...named]);
}

export const a2a = (key: string, method: string, params: object): Buffer =>
  rpc('/a2a', key, method, params, ['A2A-Version: 1.0']);

/** A subscription to the messages of a meeting. */
export function subscription(version: Revision, { spaceId, key }: Member): Buffer {
  const uri = `parley://spaces/${spaceId}/messages`;
  return version === revision
    ? mcp(version, key, 'subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } })
    : mcp(version, key, 'resources/subscribe', { uri });
}

/** The stream of the owner's task. */
export const taskStream = ({ spaceId, id, key }: Member): Buffer => a2a(key, 'SubscribeToTask', { id: `${spaceId}.${id}` });
