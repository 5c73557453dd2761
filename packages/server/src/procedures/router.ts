import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure, type TRPCSubscriptionProcedure } from '@trpc/server';
import {
  maxIdempotencyKeyCharacters,
  readRequest,
  ServiceError,
  type Contract,
  type EventBody,
  type EventName,
  type InputOf,
  type Operation,
  type OperationName,
  type OutputOf,
  type RequestOf,
} from '@parley/core';
import { fingerprint } from '../auth/keys.ts';
import { operations } from '../operations/index.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { Download, notCarried } from '../present/download.ts';
import { Json, Pieces } from '../present/json.ts';
import type { Asking } from '../transport/asking.ts';
import { serviceErrorOf } from '../transport/refusal.ts';
import type { Watch } from './watch.ts';
import { requestIdOf, shapeOf } from './trpc-errors.ts';

/** What a procedure tells its caller besides the answer. */
export interface Reply {
  status?: number;
  /** Of a batch: whether all its answers are. */
  replayed?: boolean;
  isMinimal?: boolean;
}

export interface Context {
  requestId?: string | undefined;
  asking: Asking;
  reply: Reply;
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

/** One procedure per operation. tRPC serves them to its clients; every other surface calls them by `call`. */
export function createRouter(contract: Contract, pipeline: Pipeline, watch?: Watch) {
  const procedures = Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map((name) => [name, procedureFor(name, contract, pipeline, watch)]),
  );
  return t.router(procedures as unknown as { [Name in OperationName]: ProcedureOf<Name> });
}

export type AppRouter = ReturnType<typeof createRouter>;

interface Resolving {
  ctx: Context;
  input: InputOf<OperationName>;
  batchIndex?: number;
}

function procedureFor(name: OperationName, contract: Contract, pipeline: Pipeline, watch: Watch | undefined) {
  const operation = contract[name];
  const parse = (sent: unknown = {}) => readRequest(operation as Operation, sent) as InputOf<OperationName>;
  const run = (input: InputOf<OperationName>, asking: Asking) =>
    watch ? watch.run(name, asking, (watched) => pipeline.run(name, input, watched)) : pipeline.run(name, input, asking);
  const procedure = t.procedure
    .meta({ operation: name })
    .input(watch ? watched(parse, (error) => watch.refused(name, error)) : parse);
  const resolve = async ({ ctx, input, batchIndex }: Resolving) => {
    const { reply, asking } = ctx;
    const { answer, status, replayed, isMinimal } = await run(input, ofBatch(asking, batchIndex));
    reply.status = status;
    reply.replayed = replayed && reply.replayed !== false;
    reply.isMinimal = reply.isMinimal || isMinimal;
    return asking.hold ? asWhole(answer, asking.hold) : answer;
  };
  // Answers with the permission to follow, which `http/subscription.ts` turns into the events.
  if (operation.kind === 'stream') return procedure.subscription(resolve as (call: Resolving) => Promise<AsyncIterable<never>>);
  return operation.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}

/** A function that tells what it throws. */
function watched<Input, Output>(work: (input: Input) => Output, thrown: (error: unknown) => void): (input: Input) => Output {
  return (input) => {
    try {
      return work(input);
    } catch (error) {
      thrown(error);
      throw error;
    }
  };
}

/** Each write of a batch has an Idempotency-Key of its own; the first has the same one as if it were sent alone. */
function ofBatch(asking: Asking, index = 0): Asking {
  const { idempotencyKey: key = '' } = asking;
  const isValid = key.length > 0 && key.length <= maxIdempotencyKeyCharacters;
  return index > 0 && isValid ? { ...asking, idempotencyKey: fingerprint(`${key}\n${index}`) } : asking;
}

const mostAsWhole = 4 * 1024 * 1024;

async function asWhole(answer: unknown, hold: (bytes: number) => void): Promise<unknown> {
  if (answer instanceof Download) {
    answer.release();
    throw notCarried();
  }
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
