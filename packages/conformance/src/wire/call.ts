import { contract, pathParameters, type Operation, type OperationName, type OutputOf } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { proved } from '../notes.ts';
import { fits, read, type Answer, type ErrorBody } from './answer.ts';
import { send, type Request } from './client.ts';

/** Who calls, and about which space. */
export interface Caller {
  spaceId?: string;
  key?: string;
  /** The session of a logged-in human. */
  session?: string;
  userToken?: string;
}

export const nobody: Caller = {};

export type Input = Record<string, unknown>;
export type Extras = Pick<Request, 'headers' | 'body' | 'signal' | 'mayBeRefused'>;

export const operations: Record<OperationName, Operation> = contract();

type Success = 200 | 201 | 202 | 204;
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
/** All fields of a union of shapes: which one it is follows from the status. */
type Merged<Union> = { [Key in KeysOf<Union>]: ValueOf<Union, Key> };
type BodyOf<Name extends OperationName, Status extends number> = Status extends Success ? Merged<OutputOf<Name>> : ErrorBody;

export function requestFor(name: OperationName, caller: Caller, input: Input = {}, extras: Extras = {}): Request {
  const { method, path, input: schema, takesBytes } = operations[name];
  const given: Input = { spaceId: caller.spaceId, ...input };
  const inPath = pathParameters(path);
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(given[parameter])));
  const fields = Object.entries(given).filter(
    ([field, value]) => !inPath.includes(field) && field !== 'spaceId' && value !== undefined,
  );
  const headers = {
    ...(caller.key !== undefined && { 'x-private-key': caller.key }),
    ...(caller.session !== undefined && { authorization: `Bearer ${caller.session}` }),
    ...(caller.userToken !== undefined && { 'x-user-token': caller.userToken }),
    ...extras.headers,
  };

  if (method === 'GET' || takesBytes) {
    const query = new URLSearchParams(fields.map(([field, value]): [string, string] => [field, String(value)])).toString();
    const body = takesBytes ? (extras.body ?? 'some bytes') : undefined;
    return { ...extras, method, headers, path: query ? `${filled}?${query}` : filled, body };
  }
  const hasBody = fields.length > 0 || Object.keys(schema.shape).length > inPath.length;
  const body = extras.body ?? (hasBody ? JSON.stringify(Object.fromEntries(fields)) : undefined);
  if (body === undefined) return { ...extras, method, headers, path: filled };
  return { ...extras, method, path: filled, body, headers: { 'content-type': 'application/json', ...headers } };
}

/** Those of some fields that an operation has. */
export const ownFields = (name: OperationName, fields: Input): Input =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field in operations[name].input.shape));

/** Calls an operation and checks the answer against the contract. */
export async function call(name: OperationName, caller: Caller, input?: Input, extras?: Extras): Promise<Answer> {
  const answer = await read(await send(requestFor(name, caller, input, extras)));
  fits(name, operations[name], answer);
  return answer;
}

/** Calls an operation, expects the status, and records the pair as observed. */
export async function covers<Name extends OperationName, const Status extends number>(
  name: Name,
  status: Status,
  caller: Caller,
  input?: Input,
  extras?: Extras,
): Promise<Answer<BodyOf<Name, Status>>> {
  const answer = await call(name, caller, input, { mayBeRefused: status === 429, ...extras });
  expect(answer.status, `${name}: ${answer.text}`).toBe(status);
  proved(name, status);
  return answer as Answer<BodyOf<Name, Status>>;
}
