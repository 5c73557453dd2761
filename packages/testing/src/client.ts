import { errorBody, contract, pathParameters, type Operation, type OperationName, type OutputOf } from '@parley/core';
import { call, type Answer } from './rest.ts';

const operations: Record<OperationName, Operation> = contract();

/** Where a server is. */
export interface Server {
  url: string;
}

/** Who calls, and about which space. */
export interface Caller {
  spaceId?: string;
  key?: string;
  /** The session of a logged-in human. */
  session?: string;
  userToken?: string;
}

type ErrorBody = ReturnType<typeof errorBody.parse>;
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
/** All fields of a union of shapes: which one it is follows from the status. */
type Merged<Union> = { [Key in KeysOf<Union>]: ValueOf<Union, Key> };
type ValueOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Exclude<Union[Key], undefined> : never) : never;
type BodyOf<Name extends OperationName> = Merged<OutputOf<Name> | ErrorBody>;

/** The fields of an operation, including path parameters. */
export type Input = Record<string, unknown>;

/** Calls an operation; throws anything that is neither a JSON answer nor a broken connection. */
export async function ask<Name extends OperationName>(
  server: Server,
  name: Name,
  { key, session, userToken, ...about }: Caller,
  input: Input = {},
  idempotencyKey?: string,
): Promise<Answer<BodyOf<Name>>> {
  const { method, path, body } = requestFor(name, about, input);
  const headers = {
    ...(session !== undefined && { authorization: `Bearer ${session}` }),
    ...(userToken !== undefined && { 'x-user-token': userToken }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  return call(server, method, path, { key, headers, body });
}

/** The same, requiring one status. */
export async function answer<Name extends OperationName>(
  status: number,
  ...asking: [Server, Name, Caller, Input?, string?]
): Promise<BodyOf<Name>> {
  const answered = await ask(...asking);
  if (answered.status === status) return answered.body;
  throw new Error(`${asking[1]} returned ${answered.status} instead of ${status}: ${JSON.stringify(answered.body)}`);
}

/** The method and path of an operation. */
export function requestFor(name: OperationName, caller: Caller, input: Input): { method: string; path: string; body?: string } {
  const { method, path: pattern, takesBytes } = operations[name];
  const given: Input = { spaceId: caller.spaceId, ...input };
  const path = pattern.replace(/\{(\w+)\}/g, (_, parameter: string) => String(given[parameter]));
  const inPath = [...pathParameters(pattern), 'spaceId'];
  const fields = Object.entries(given).filter(([field, value]) => !inPath.includes(field) && value !== undefined);
  if (fields.length === 0) return { method, path };
  if (method !== 'GET' && !takesBytes) return { method, path, body: JSON.stringify(Object.fromEntries(fields)) };
  const query = new URLSearchParams(fields.map(([field, value]): [string, string] => [field, String(value)]));
  return { method, path: `${path}?${query.toString()}`, ...(takesBytes && { body: 'some bytes' }) };
}
