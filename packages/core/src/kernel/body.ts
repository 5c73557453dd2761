import { z } from 'zod';
import type { Limits } from './limits.ts';
import type { Operation } from './operation.ts';

/** Allowed for every body: field names, ids, and fields that the contract does not define. */
const leastBytes = 64 * 1024;
/** JSON needs at most six bytes for one character or one byte of UTF-8: `\u0001`. */
const escapedBytes = 6;

/** Maximum size of an operation's body: what its fields can hold at most, rounded up to a power of two. */
export function maxBodyBytes({ input }: Pick<Operation, 'input'>, { bodyBytes }: Limits): number {
  const needed = escapedBytes * charactersIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  return Math.min(bodyBytes, Math.max(leastBytes, 2 ** Math.ceil(Math.log2(needed))));
}

function charactersIn(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const own = (schema as { maxLength?: unknown }).maxLength;
  return Object.values(schema).reduce((sum: number, inner) => sum + charactersIn(inner), typeof own === 'number' ? own : 0);
}
