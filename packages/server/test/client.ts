import { contract, pathParameters, type Operation, type OperationName, type OutputOf, type schemas } from '@parley/core';
import type { z } from 'zod';

const operations: Record<OperationName, Operation> = contract();
const patienceMs = 60_000;

export interface Server {
  url: string;
}

/** Who asks, and about which space. */
export interface Caller {
  spaceId?: string;
  key?: string;
}

type KeysOf<Union> = Union extends unknown ? keyof Union : never;
/** All fields of a union of shapes: which one it is follows from the status. */
type Merged<Union> = { [Key in KeysOf<Union>]: Union extends Record<Key, infer Value> ? Value : never };
type BodyOf<Name extends OperationName> = Merged<OutputOf<Name> | z.output<typeof schemas.errorBody>>;

export interface Answer<Body> {
  /** 0 when the connection ended without an answer. */
  status: number;
  headers: Headers;
  body: Body;
}

export const unanswered = 0;

export type Input = Record<string, unknown>;

/** Calls an operation; what is neither an answer in JSON nor a broken connection is thrown. */
export async function ask<Name extends OperationName>(
  server: Server,
  name: Name,
  caller: Caller,
  input: Input = {},
  idempotencyKey?: string,
): Promise<Answer<BodyOf<Name>>> {
  const { path, method, body } = requestFor(name, caller, input);
  const headers = {
    ...(caller.key !== undefined && { 'x-private-key': caller.key }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  let response: Response;
  let text: string;
  try {
    response = await fetch(server.url + path, { method, headers, body: body ?? null, signal: AbortSignal.timeout(patienceMs) });
    text = await response.text();
  } catch (error) {
    // This is how `fetch` reports a connection that was refused, reset or closed too early.
    if (error instanceof TypeError) return { status: unanswered, headers: new Headers(), body: {} as BodyOf<Name> };
    throw error;
  }
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) throw new Error(`${name} answered ${response.status} as ${type}: ${text}`);
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as BodyOf<Name> };
}

/** The same, where only one status will do. */
export async function answer<Name extends OperationName>(
  status: number,
  ...asking: [Server, Name, Caller, Input?, string?]
): Promise<BodyOf<Name>> {
  const answered = await ask(...asking);
  if (answered.status === status) return answered.body;
  throw new Error(`${asking[1]} answered ${answered.status} and not ${status}: ${JSON.stringify(answered.body)}`);
}

export function requestFor(name: OperationName, caller: Caller, input: Input): { method: string; path: string; body?: string } {
  const { method, path: pattern } = operations[name];
  const given: Input = { spaceId: caller.spaceId, ...input };
  const path = pattern.replace(/\{(\w+)\}/g, (_, parameter: string) => String(given[parameter]));
  const inPath = [...pathParameters(pattern), 'spaceId'];
  const fields = Object.entries(given).filter(([field, value]) => !inPath.includes(field) && value !== undefined);
  if (fields.length === 0) return { method, path };
  if (method !== 'GET') return { method, path, body: JSON.stringify(Object.fromEntries(fields)) };
  const query = new URLSearchParams(fields.map(([field, value]): [string, string] => [field, String(value)]));
  return { method, path: `${path}?${query.toString()}` };
}
