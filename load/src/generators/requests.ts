import type { OperationName } from '@parley/core';
import { requestFor, type Caller, type Input, type Member } from '@parley/testing';

// Complete HTTP requests as bytes, built once and sent many times.

interface Parts {
  method: string;
  path: string;
  key?: string | undefined;
  body?: object | string | undefined;
  /** Additional headers, one per line. */
  headers?: readonly string[] | undefined;
}

export function requestBytes({ method, path, key, body, headers: more = [] }: Parts): Buffer {
  const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? '');
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...more,
    ...(key === undefined ? [] : [`X-Private-Key: ${key}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}`);
}

/** The request of an operation. */
export const operationBytes = (
  operation: OperationName,
  caller: Caller,
  input: Input = {},
  headers: readonly string[] = [],
): Buffer => requestBytes({ ...requestFor(operation, caller, input), key: caller.key, headers });

/** A stream of a space. */
export const streamOf = (member: Caller): Buffer => operationBytes('streamMessages', member);

/** The same over tRPC. */
export const trpcStreamOf = ({ spaceId, key }: Caller): Buffer =>
  requestBytes({ method: 'GET', path: `/trpc/streamMessages?input=${encodeURIComponent(JSON.stringify({ spaceId }))}`, key });

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

const a2a = (key: string, method: string, params: object): Buffer => rpc('/a2a', key, method, params, ['A2A-Version: 1.0']);

/** A subscription of MCP to the messages of a meeting. */
export function mcpStreamOf(version: Revision, { spaceId, key }: Member): Buffer {
  const uri = `parley://spaces/${spaceId}/messages`;
  return version === revision
    ? mcp(version, key, 'subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } })
    : mcp(version, key, 'resources/subscribe', { uri });
}

/** The stream of a member's task over A2A. */
export const a2aStreamOf = ({ spaceId, id, key }: Member): Buffer => a2a(key, 'SubscribeToTask', { id: `${spaceId}.${id}` });
