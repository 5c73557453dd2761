import { apply, assertMayAct, isIdempotent } from '@parley/core';
import { stranger } from '../auth/identity.ts';
import type { Write } from '../operations/define.ts';
import { patient, pause } from '../space/patience.ts';
import { recordOf, responseOf, retryOf } from '../space/replay.ts';
import { Outdated } from '../space/turn.ts';
import { admitTo, askedOf, askedToTell, callerFor, look, noteUse, type Seen } from './look.ts';
import { answered, type Answered, type PipelineOptions, type Request, type Some } from './request.ts';

export async function write(request: Request, implementation: Write<Some>, options: PipelineOptions): Promise<Answered> {
  const { operation, input, asking } = request;
  const { committer, identity, env, now, idempotencyTtlMs } = options;
  const { spaceId } = input;
  const { tell } = implementation;
  const credential = asking.credential!;
  const retry = isIdempotent(operation) ? retryOf(operation, input, asking) : undefined;
  const maybeKnown = asking.userToken !== undefined || operation.acceptsSession;
  const visitor = maybeKnown ? await identity.visitor(asking, operation) : stranger;
  const caller = async () => callerFor(operation, (await look(request, options)).caller) as never;
  for (let tries = 1; ; tries += 1) {
    const prepared = await implementation.prepare?.({ input, now: now(), env, caller, isAgain: tries > 1 });
    let seen: Seen | undefined;
    try {
      const writing = committer.write(
        spaceId,
        {
          admit: (state, at) => admitTo(operation, state, credential, at),
          decide: (state, caller, at, latest) => {
            seen = { state, caller: caller!, lastEventAt: at, now: at };
            assertMayAct(operation, caller!);
            const decision = implementation.decide(askedOf(request, seen, options, { visitor, latest }), prepared);
            // The answer shows the state after the write.
            if (tell && decision.changes) seen = { ...seen, state: apply(state, decision.changes) };
            return decision;
          },
          isPrepared: prepared !== undefined,
          record: retry && ((outcome) => recordOf(retry, answered(operation, outcome), now() + idempotencyTtlMs)),
          outlivesKey: operation.endsKey ?? false,
          worksWhenFull: operation.worksWhenFull ?? false,
          usesReserve: operation.usesReserve ?? false,
          size: sizeOf(input),
        },
        retry?.scope,
      );
      const result = await writing.finally(() => noteUse(spaceId, seen?.caller, options));
      if ('outcome' in result) {
        const { outcome } = result;
        return answered(operation, tell ? await tell(outcome, await askedToTell(request, seen!, options)) : outcome);
      }
      const { status, answer: outcome } = responseOf(retry!, result.replay);
      if (!tell) return { status, answer: outcome, replayed: true };
      const present = await look(request, options);
      return { status, answer: await tell(outcome, await askedToTell(request, present, options)), replayed: true };
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      await pause(tries, patient);
    }
  }
}

/** Approximate characters to store: those of the texts; each element of a list, such as an addressee, can add rows and an event. */
function sizeOf(input: object): number {
  let size = 1_000;
  for (const field in input) {
    const value = (input as Readonly<Record<string, unknown>>)[field];
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) size += 1_000 * value.length;
  }
  return size;
}
