import type { Ask } from '../attacker.ts';

/** One tRPC request with many calls of one operation. */
export function batch(method: 'GET' | 'POST', operation: string, count: number, input: (i: number) => object): Omit<Ask, 'from'> {
  const inputs = Object.fromEntries(Array.from({ length: count }, (_, i) => [i, input(i)]));
  const path = `/trpc/${Array<string>(count).fill(operation).join(',')}?batch=1`;
  return method === 'GET'
    ? { path: `${path}&input=${encodeURIComponent(JSON.stringify(inputs))}` }
    : { method, path, body: inputs };
}
