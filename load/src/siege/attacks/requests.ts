import type { Caller } from '@parley/testing';
import { requestBytes } from '../../generators/request.ts';
import type { Ask } from '../attacker.ts';

/** One tRPC request with many calls of one operation. */
export function batch(method: 'GET' | 'POST', operation: string, count: number, input: (i: number) => object): Ask {
  const inputs = Object.fromEntries(Array.from({ length: count }, (_, i) => [i, input(i)]));
  const path = `/trpc/${Array<string>(count).fill(operation).join(',')}?batch=1`;
  return method === 'GET'
    ? { path: `${path}&input=${encodeURIComponent(JSON.stringify(inputs))}` }
    : { method, path, body: inputs };
}

/** A stream of a space over tRPC. */
export const subscription = ({ spaceId, key }: Caller): Buffer =>
  requestBytes({ method: 'GET', path: `/trpc/streamMessages?input=${encodeURIComponent(JSON.stringify({ spaceId }))}`, key });

/** A request of MCP, as a client of 2025 sends it. */
export const mcp = (key: string, method: string, params: object): Buffer =>
  rpc('/mcp', key, method, params, 'Accept: application/json, text/event-stream');

export const a2a = (key: string, method: string, params: object): Buffer => rpc('/a2a', key, method, params, 'A2A-Version: 1.0');

const rpc = (path: string, key: string, method: string, params: object, header: string): Buffer =>
  requestBytes({ method: 'POST', path, key, body: { jsonrpc: '2.0', id: 1, method, params }, headers: [header] });
