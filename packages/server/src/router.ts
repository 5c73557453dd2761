import {
  initTRPC,
  type TrackedEnvelope,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
  type TRPCSubscriptionProcedure,
} from '@trpc/server';
import { ServiceError, type Contract, type InputOf, type OperationName, type OutputOf, type RequestOf } from '@parley/core';
import type { Following, Source } from './events/follow.ts';
import { iterate, type FollowedEvent } from './events/iterate.ts';
import { serviceErrorOf, bodyOf } from './http/errors.ts';
import { operations } from './operations/index.ts';
import type { Asking, Pipeline } from './pipeline.ts';
import { Pieces } from './present.ts';

export interface Context {
  requestId: string;
  asking: Asking;
  /** The transport sends answers as a whole only. */
  isWhole?: boolean | undefined;
  /** What the procedure tells its transport besides the answer. */
  reply: { status?: number; replayed?: boolean };
}

type Meta = { operation: OperationName };

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const refusal = serviceErrorOf(error);
      const { error: message, ...details } = bodyOf(refusal, ctx?.requestId);
      const { code: number } = shape;
      return { code: number, message, data: { ...details, httpStatus: refusal.status, path: shape.data.path } };
    },
  });

type ProcedureOf<Name extends OperationName> = Contract[Name]['kind'] extends 'stream'
  ? TRPCSubscriptionProcedure<{
      input: RequestOf<Name>;
      output: AsyncIterable<FollowedEvent | TrackedEnvelope<FollowedEvent>>;
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

const wholeBytes = 4 * 1024 * 1024;

async function whole(pieces: Pieces<unknown>): Promise<unknown> {
  const { bytes: actual } = pieces;
  if (actual <= wholeBytes) return pieces.whole();
  const message = `this list has some ${actual} bytes, over tRPC at most ${wholeBytes}: ask for its entries one by one, or over REST`;
  throw new ServiceError('invalid_request', message, { issues: [{ field: '', message, limit: wholeBytes, actual }] });
}

interface Call {
  ctx: Context;
  input: InputOf<OperationName>;
}

function procedureFor(name: OperationName, contract: Contract, pipeline: Pipeline, source: Source) {
  const operation = contract[name];
  const parse = (sent: unknown) => operation.input.parse(sent) as InputOf<OperationName>;
  const procedure = t.procedure.meta({ operation: name }).input(parse);
  const run = ({ ctx, input }: Call) => pipeline.run(name, input, ctx.asking);
  const resolve = async (call: Call) => {
    const { answer, status, replayed } = await run(call);
    call.ctx.reply.status = status;
    call.ctx.reply.replayed = replayed;
    return answer instanceof Pieces && call.ctx.isWhole ? whole(answer) : answer;
  };
  if (operation.kind === 'stream') {
    return procedure.subscription(async function* (call) {
      const { answer } = await run(call);
      yield* iterate(answer as Following, source, call.signal);
    });
  }
  return operation.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}
