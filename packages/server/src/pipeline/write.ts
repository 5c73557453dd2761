import { isIdempotent } from '@parley/core';
import type { Write } from '../operations/define.ts';
import { patient, pause } from '../space/patience.ts';
import { recordOf, responseOf, retryOf } from '../space/replay.ts';
import { Outdated } from '../space/turn.ts';
import { admitTo, askedOf, callerFor, look, type Asked } from './look.ts';
import { answered, type Answered, type PipelineOptions, type Request, type Some } from './request.ts';

export async function write(request: Request, implementation: Write<Some>, options: PipelineOptions): Promise<Answered> {
  const { operation, input, asking } = request;
  const { committer, identity, env, now, idempotencyTtlMs } = options;
  const { spaceId } = input;
  const { tell } = implementation;
  const credential = asking.credential!;
  const retry = isIdempotent(operation) ? retryOf(operation, input, asking) : undefined;
  const userId = asking.userToken === undefined ? undefined : await identity.tokenHolder(asking);
  const caller = async () => callerFor(operation, (await look(request, options)).caller) as never;
  for (let tries = 1; ; tries += 1) {
    const prepared = await implementation.prepare?.({ input, now: now(), env, caller });
    let asked: Asked | undefined;
    try {
      const result = await committer.write(
        spaceId,
        {
          admit: (state, at) => admitTo(operation, state, credential, at),
          decide: (state, caller, at, latest) => {
            asked = askedOf(request, { state, caller: caller!, lastEventAt: at, now: at }, options, { userId, latest });
            return implementation.decide(asked, prepared);
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
      if ('outcome' in result) {
        const { outcome } = result;
        return answered(operation, tell ? await tell(outcome, asked!) : outcome);
      }
      const { status, answer: outcome } = responseOf(retry!, result.replay);
      if (!tell) return { status, answer: outcome, replayed: true };
      const present = await look(request, options);
      return { status, answer: await tell(outcome, askedOf(request, present, options)), replayed: true };
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      await pause(tries, patient);
    }
  }
}

const sizeOf = (input: object): number => ('content' in input ? String(input.content).length : 0) + 1_000;
