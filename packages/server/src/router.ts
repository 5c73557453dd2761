import {
  initTRPC,
  type TrackedEnvelope,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
  type TRPCSubscriptionProcedure,
} from '@trpc/server';
import {
  maxIdempotencyKeyCharacters,
  type Contract,
  type InputOf,
  type OperationName,
  type OutputOf,
  type RequestOf,
} from '@parley/core';
import { fingerprint } from './auth/keys.ts';
import type { Following, Source } from './events/follow.ts';
import { fromTheStart, iterate, type FollowedEvent, type Wire } from './events/iterate.ts';
import { serviceErrorOf } from './http/errors.ts';
import { requestIdOf, shapeOf } from './http/trpc-errors.ts';
import { operations } from './operations/index.ts';
import type { Asking, Pipeline } from './pipeline.ts';

export interface Context {
  requestId: string;
  asking: Asking;
  /** What the procedure tells its transport besides the answer. */
  reply: { status?: number; replayed?: boolean };
  /** What a subscription is written to, if it leaves the process. */
  wire?: Wire | undefined;
}

type Meta = { operation: OperationName };

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) =>
      shapeOf(serviceErrorOf(error), ctx?.requestId ?? requestIdOf(error), shape.data.path),
  });

type ProcedureOf<Name extends OperationName> = Contract[Name]['kind'] extends 'stream'
  ? TRPCSubscriptionProcedure<{
      input: RequestOf<Name>;
      output: AsyncIterable<TrackedEnvelope<FollowedEvent>>;
      meta: Meta;
    }>
  : Contract[Name]['method'] extends 'GET'
    ? TRPCQueryProcedure<{ input: RequestOf<Name>; output: OutputOf<Name>; meta: Meta }>
    : TRPCMutationProcedure<{ input: RequestOf<Name>; output: OutputOf<Name>; meta: Meta }>;

/** One procedure per operation that is served: the one way in for every transport. */
export function createRouter(contract: Contract, pipeline: Pipeline, source: Source) {
  const procedures = Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map((name) => [name, procedureFor(name, contract, pipeline, source)]),
  );
  return t.router(procedures as unknown as { [Name in OperationName]: ProcedureOf<Name> });
}

export type AppRouter = ReturnType<typeof createRouter>;

/** The input as it came, for telling a retry from another request, and as the contract reads it. */
interface Received {
  sent: unknown;
  input: InputOf<OperationName>;
}

interface Call {
  ctx: Context;
  input: Received;
  batchIndex?: number;
}

/** Each write of a batch is a write of its own; the first is the same as if it came alone. */
function ofCall(asking: Asking, index = 0): Asking {
  const { idempotencyKey: key = '' } = asking;
  const isValid = key.length > 0 && key.length <= maxIdempotencyKeyCharacters;
  return index > 0 && isValid ? { ...asking, idempotencyKey: fingerprint(`${key}\n${index}`) } : asking;
}

function procedureFor(name: OperationName, contract: Contract, pipeline: Pipeline, source: Source) {
  const operation = contract[name];
  const isStream = operation.kind === 'stream';
  const receive = (sent: unknown = {}): Received => ({
    sent,
    input: operation.input.parse(isStream ? fromTheStart(sent) : sent),
  });
  const procedure = t.procedure.meta({ operation: name }).input(receive);
  const run = ({ ctx, input: { sent, input }, batchIndex }: Call) =>
    pipeline.run(name, input, ofCall(ctx.asking, batchIndex), sent);
  const resolve = async (call: Call) => {
    const { reply } = call.ctx;
    const { answer, status, replayed } = await run(call);
    reply.status = status;
    reply.replayed = replayed && reply.replayed !== false;
    return answer;
  };
  if (isStream) {
    return procedure.subscription(async function* (call) {
      const { answer } = await run(call);
      yield* iterate(answer as Following, source, { signal: call.signal, wire: call.ctx.wire });
    });
  }
  return operation.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}
