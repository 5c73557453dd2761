import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure, type TRPCSubscriptionProcedure } from '@trpc/server';
import {
  carriesContext,
  maxIdempotencyKeyCharacters,
  readInput,
  ServiceError,
  type Contract,
  type EventBody,
  type EventName,
  type InputOf,
  type OperationName,
  type OutputOf,
  type RequestOf,
} from '@parley/core';
import { fingerprint } from './auth/keys.ts';
import { operations } from './operations/index.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import { Json, Pieces } from './present/json.ts';
import type { Asking } from './transport/asking.ts';
import { serviceErrorOf } from './transport/refusal.ts';
import { requestIdOf, shapeOf } from './trpc-errors.ts';

export interface Context {
  requestId: string;
  asking: Asking;
  /** For transports that cannot stream answers: counts the bytes of an answer before it is built. Throws 503. */
  hold?: ((bytes: number) => void) | undefined;
  /** What the procedure returns to its transport besides the answer. */
  reply: { status?: number; replayed?: boolean; isMinimal?: boolean };
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

type ProcedureOf<Name extends OperationName> = Contract[Name]['kind'] extends 'stream'
  ? TRPCSubscriptionProcedure<{
      input: RequestOf<Name>;
      // The type in which a caller receives what a procedure yields as tracked.
      output: AsyncIterable<{ id: string; data: FollowedEvent }>;
      meta: Meta;
    }>
  : Contract[Name]['method'] extends 'GET'
    ? TRPCQueryProcedure<{ input: RequestOf<Name>; output: OutputOf<Name>; meta: Meta }>
    : TRPCMutationProcedure<{ input: RequestOf<Name>; output: OutputOf<Name>; meta: Meta }>;

/** One procedure per operation; REST and /trpc call the same ones. */
export function createRouter(contract: Contract, pipeline: Pipeline) {
  const procedures = Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map((name) => [name, procedureFor(name, contract, pipeline)]),
  );
  return t.router(procedures as unknown as { [Name in OperationName]: ProcedureOf<Name> });
}

export type AppRouter = ReturnType<typeof createRouter>;

const mostAsWhole = 4 * 1024 * 1024;

async function asWhole(answer: unknown, hold: (bytes: number) => void): Promise<unknown> {
  hold(bytesOf(answer));
  return answer instanceof Pieces ? answer.whole() : answer;
}

function bytesOf(answer: unknown): number {
  if (answer instanceof Json) return answer.text.length;
  if (!(answer instanceof Pieces)) return String((answer as { content?: unknown } | undefined)?.content ?? '').length;
  const { bytes: actual } = answer;
  if (actual <= mostAsWhole) return actual;
  const message = `This list has about ${actual} bytes, but tRPC supports at most ${mostAsWhole}: read its entries one by one, or use REST`;
  throw new ServiceError('invalid_request', message, { issues: [{ field: '', message, limit: mostAsWhole, actual }] });
}

interface Call {
  ctx: Context;
  input: InputOf<OperationName>;
  batchIndex?: number;
}

/** Each write of a batch has an Idempotency-Key of its own; the first has the same one as if it were sent alone. */
function ofCall(asking: Asking, index = 0): Asking {
  const { idempotencyKey: key = '' } = asking;
  const isValid = key.length > 0 && key.length <= maxIdempotencyKeyCharacters;
  return index > 0 && isValid ? { ...asking, idempotencyKey: fingerprint(`${key}\n${index}`) } : asking;
}

function procedureFor(name: OperationName, contract: Contract, pipeline: Pipeline) {
  const operation = contract[name];
  const isStream = operation.kind === 'stream';
  const parse = (sent: unknown = {}) => readInput(operation, sent) as InputOf<OperationName>;
  const procedure = t.procedure.meta({ operation: name }).input(parse);
  const run = ({ ctx, input, batchIndex }: Call) => pipeline.run(name, input, ofCall(ctx.asking, batchIndex));
  const resolve = async (call: Call) => {
    const { reply, hold } = call.ctx;
    const { answer, status, replayed } = await run(call);
    reply.status = status;
    reply.replayed = replayed && reply.replayed !== false;
    reply.isMinimal = reply.isMinimal || (call.ctx.asking.prefersMinimal === true && carriesContext(operation));
    return hold ? asWhole(answer, hold) : answer;
  };
  if (isStream) {
    // Answers with the permission to follow, which `http/subscription.ts` turns into the events.
    return procedure.subscription(async (call) => (await run(call)).answer as AsyncIterable<never>);
  }
  return operation.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}
