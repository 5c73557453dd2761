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
