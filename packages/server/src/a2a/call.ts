import { ServiceError, type OperationName, type OutputOf, type RequestOf } from '@parley/core';
import { operations } from '../operations/index.ts';
import type { Parley } from '../parley.ts';
import { Json } from '../present/json.ts';
import type { Context } from '../router.ts';
import type { Asking } from '../transport/asking.ts';
import { isOurFault, serviceErrorOf } from '../transport/refusal.ts';

type Service = Pick<Parley, 'contract' | 'router' | 'pipeline' | 'source' | 'destinations' | 'mint'>;

/** One request of an A2A client, and the service that answers it. */
export interface Call {
  service: Service;
  ctx: Context;
  /** The header `Last-Event-ID`: where to resume, for clients that cannot send `metadata.after`. */
  lastEventId?: string | undefined;
}

type Procedure = (call: {
  ctx: Context;
  getRawInput: () => Promise<unknown>;
  path: string;
  type: 'query' | 'mutation';
  signal: undefined;
  batchIndex: 0;
}) => Promise<unknown>;

const isServed = (name: string): name is OperationName => Object.hasOwn(operations, name);

/** The operation with this name. */
export function operationNamed(name: string): OperationName {
  if (isServed(name)) return name;
  throw new ServiceError('invalid_request', `There is no operation ${JSON.stringify(name.slice(0, 60))}; /docs/api.md lists all`);
}

/** Runs an operation by its tRPC procedure, in process, like REST. */
export async function perform<Name extends OperationName>(
  name: Name,
  input: RequestOf<Name>,
  { service, ctx }: Call,
): Promise<OutputOf<Name>> {
  const { contract, router, pipeline } = service;
  pipeline.assertKeyShown(name, ctx.asking);
  const procedure = router[name] as unknown as Procedure;
  const type = contract[name].method === 'GET' ? 'query' : 'mutation';
  const getRawInput = () => Promise.resolve(input);
  const running = procedure({ ctx, getRawInput, path: name, type, signal: undefined, batchIndex: 0 });
  const answer = await running.catch((error: unknown) => {
    const refusal = serviceErrorOf(error);
    throw isOurFault(refusal) ? error : refusal;
  });
  return (answer instanceof Json ? answer.toJSON() : answer) as OutputOf<Name>;
}

/** The same request with other credentials, key or preferences. */
export const asking = (call: Call, other: Partial<Asking>): Call => ({
  ...call,
  ctx: { ...call.ctx, asking: { ...call.ctx.asking, ...other } },
});

/** Reads something besides the answer itself. */
export const lookUp = <Name extends OperationName>(name: Name, input: RequestOf<Name>, call: Call): Promise<OutputOf<Name>> =>
  perform(name, input, { ...call, ctx: { ...call.ctx, reply: {}, asking: { ...call.ctx.asking, prefersMinimal: true } } });
