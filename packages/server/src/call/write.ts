import {
  assertMayAct,
  heldStill,
  ServiceError,
  statusOf,
  type Caller,
  type Operation,
  type OperationName,
  type SpaceState,
} from '@parley/core';
import { stranger } from '../engine/visitor.ts';
import type { Write } from '../engine/operation.ts';
import { patient, pause } from '../engine/async/patience.ts';
import { Refusal } from '../engine/write/effects.ts';
import { recordOf, responseOf, retryOf, type Response, type Retry } from '../engine/write/replay.ts';
import { Outdated, type Result } from '../engine/write/decide.ts';
import { admitTo, askedToTell, callerFor, load, noteUse, type Seen } from './load.ts';
import { answered, type Answered, type PipelineOptions, type Request } from './request.ts';
import { withoutErased } from '../resources/redacting.ts';
import { upload } from './upload.ts';

/** A write, of which an upload is one that receives its bytes first. */
export function write(request: Request, implementation: Write<OperationName>, options: PipelineOptions): Promise<Answered> {
  const { operation, input, metadata } = request;
  const isRetryable = operation.isIdempotent && metadata.idempotencyKey !== undefined;
  const retry = isRetryable ? retryOf(operation, input, metadata) : undefined;
  const { reserve } = implementation;
  if (!reserve) return commit(request, implementation, options, retry);
  return upload(request, reserve, options, retry, (received, ofBytes) =>
    commit(request, { ...implementation, prepare: () => received, checksPrepared: true }, options, ofBytes),
  );
}

async function commit(
  request: Request,
  implementation: Write<OperationName>,
  options: PipelineOptions,
  retry: Retry | undefined,
): Promise<Answered> {
  const { operation, input, spaceId, metadata } = request;
  const { committer, identity, env, now, idempotencyTtlMs } = options;
  const { prepare, tell } = implementation;
  const credential = metadata.credential!;
  const maybeKnown = metadata.userToken !== undefined || operation.linksUser;
  const { link, speaker } = maybeKnown ? await identity.visitor(metadata, operation) : stranger;
  const known = () => options.snapshots.peek(spaceId);
  for (let tries = 1; ; tries += 1) {
    let loaded: ReturnType<typeof load> | undefined;
    const caller = async () => callerFor(operation, (await (loaded ??= load(request, options))).caller);
    const preparing = prepare?.({ input, now: now(), env, caller, known, isAgain: tries > 1 });
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    let seen: Seen | undefined;
    let result: Result<unknown>;
    try {
      result = await committer.write(
        spaceId,
        {
          admit: (state, at) => admitTo(operation, state, credential, at),
          decide: (state, caller, at, latest) => {
            const asked = { input, now: at, env, state, caller: callerFor(operation, caller!), link, speaker, latest };
            seen = { state, caller: caller!, lastEventAt: at, now: at };
            const decision = decided({ operation, caller: caller!, state, input }, () => implementation.decide(asked, prepared));
            if (state.space.paused && decision.changes) decision.changes = heldStill(state, decision.changes, at);
            return decision;
          },
          // The answer shows the state after the write.
          changed: (state) => (seen!.state = state),
          isPrepared: prepared !== undefined && !implementation.checksPrepared,
          record:
            retry &&
            ((outcome) => recordOf(retry, responseTo(request, outcome), now() + idempotencyTtlMs, implementation.isLogged)),
          outlivesKey: operation.key === 'ends',
          worksWhenFull: operation.whenFull === 'works',
          usesReserve: operation.whenFull === 'usesReserve',
          stored: metadata.stored,
          size: sizeOf(input),
        },
        retry?.scope,
      );
    } catch (error) {
      noteUse(spaceId, seen?.caller, options);
      if (!(error instanceof Outdated)) throw error;
      await pause(tries, patient);
      continue;
    }
    noteUse(spaceId, seen?.caller, options);
    if ('outcome' in result) {
      const { outcome } = result;
      if (outcome instanceof Refusal) throw outcome.error;
      if (!tell) return answered(request, outcome);
      const asked = askedToTell(request, seen!, options);
      const told = tell(outcome, asked instanceof Promise ? await asked : asked);
      return answered(request, told instanceof Promise ? await told : told);
    }
    const { status: replayed, answer: recorded } = responseOf(retry!, result.replay);
    if (replayed >= 400) throw refusalIn(recorded);
    const outcome = await withoutErased(recorded, spaceId, env);
    if (!tell) return answered(request, outcome, { replayed });
    const present = await load(request, options);
    return answered(request, await tell(outcome, await askedToTell(request, present, options)), { replayed });
  }
}

/** What a record keeps of an outcome: an answer, or a refusal. */
function responseTo(request: Request, outcome: unknown): Response {
  if (!(outcome instanceof Refusal)) return answered(request, outcome);
  const { code, message, details } = outcome.error;
  return { status: statusOf(outcome.error), answer: { code, message, details } };
}

function refusalIn(answer: unknown): ServiceError {
  const { code, message, details } = answer as Pick<ServiceError, 'code' | 'message' | 'details'>;
  return new ServiceError(code, message, { ...details, isReplayed: true });
}

/** Approximate characters to store: those of the texts; each element of a list, such as an addressee, can add rows and an event. */
function sizeOf(input: object): number {
  let size = 1_000;
  for (const field in input) {
    const value = (input as Readonly<Record<string, unknown>>)[field];
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) size += 1_000 * value.length;
    if (typeof value === 'object' && value !== null) size += sizeOf(value);
  }
  return size;
}

interface AttemptedWrite {
  operation: Operation;
  caller: Caller;
  state: SpaceState;
  input: object;
}

/** Decides, unless the caller may not act now, who learns only whether the ids in the path identify anything. */
function decided<Decided>({ operation, caller, state, input }: AttemptedWrite, decide: () => Decided): Decided {
  try {
    assertMayAct(operation, caller, state.space, input);
  } catch (refusal) {
    throw missingBy(decide) ?? refusal;
  }
  return decide();
}

function missingBy(decide: () => unknown): ServiceError | undefined {
  try {
    decide();
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) === 404) return error;
  }
  return undefined;
}
