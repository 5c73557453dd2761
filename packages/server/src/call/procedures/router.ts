import {
  initTRPC,
  type AnyTRPCProcedure,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
  type TRPCSubscriptionProcedure,
} from '@trpc/server';
import {
  maxIdempotencyKeyCharacters,
  type Contract,
  type EventBody,
  type EventName,
  type InputOf,
  type Operation,
  type OperationName,
  type OutputOf,
  type RequestOf,
} from '@parley/core';
import { fingerprint } from '../../engine/keys/keys.ts';
import type { Answered } from '../request.ts';
import type { CallMetadata } from '../metadata.ts';
import { serviceErrorOf } from '../refusal.ts';
import type { Procedure, Procedures } from './procedure.ts';
import { requestIdOf, shapeOf } from './trpc-errors.ts';

/** What a request of a tRPC client shares with all calls of its batch. */
interface Context {
  requestId: string;
  metadata: CallMetadata;
  /** Those of the batch, each added as it is made: the library itself carries only their values. */
  answers: Answered[];
}

/** An event of a space as a subscription delivers it. */
type FollowedEvent = { [Name in EventName]: { event: Name; data: EventBody<Name> } }[EventName];

type Meta = { operation: OperationName };

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) =>
      shapeOf(serviceErrorOf(error), ctx?.requestId ?? requestIdOf(error), shape.data.path),
  });

type ProcedureOf<Name extends OperationName> = Contract[Name]['answers'] extends 'events'
  ? TRPCSubscriptionProcedure<{
      input: RequestOf<Name>;
      // The type in which a caller receives what a procedure yields as tracked.
      output: AsyncIterable<{ id: string; data: FollowedEvent }>;
      meta: Meta;
    }>
  : Contract[Name]['method'] extends 'GET'
    ? TRPCQueryProcedure<{ input: RequestOf<Name>; output: OutputOf<Name>; meta: Meta }>
    : TRPCMutationProcedure<{ input: RequestOf<Name>; output: OutputOf<Name>; meta: Meta }>;

/** The procedures as tRPC serves them to its clients. */
export function createRouter(contract: Contract, procedures: Procedures) {
  const names = Object.keys(procedures) as OperationName[];
  const served = Object.fromEntries<AnyTRPCProcedure>(
    names.map((name) => [name, serving(name, contract[name], procedures[name])]),
  );
  return t.router(served as { [Name in OperationName]: ProcedureOf<Name> });
}

export type AppRouter = ReturnType<typeof createRouter>;

interface Resolving {
  ctx: Context;
  input: InputOf<OperationName>;
  batchIndex?: number;
}

function serving(name: OperationName, operation: Operation, { parse, run }: Procedure) {
  const procedure = t.procedure.meta({ operation: name }).input(parse);
  const resolve = async ({ ctx, input, batchIndex }: Resolving) => {
    const answered = await run(input, ofBatch(ctx.metadata, batchIndex));
    ctx.answers.push(answered);
    return answered.answer;
  };
  // Answers with the permission to follow, which `surfaces/trpc/subscription.ts` turns into the events.
  if (operation.answers === 'events')
    return procedure.subscription(resolve as (call: Resolving) => Promise<AsyncIterable<never>>);
  return operation.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}

/** Each write of a batch has an Idempotency-Key of its own; the first has the same one as if it were sent alone. */
function ofBatch(metadata: CallMetadata, index = 0): CallMetadata {
  const { idempotencyKey: key = '' } = metadata;
  const isValid = key.length > 0 && key.length <= maxIdempotencyKeyCharacters;
  return index > 0 && isValid ? { ...metadata, idempotencyKey: fingerprint(`${key}\n${index}`) } : metadata;
}
