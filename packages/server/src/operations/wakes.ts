import { ServiceError, wake, type InputOf, type Wake } from '@parley/core';
import { openA2a, sealA2a, type A2aWake } from '../outbox/a2a.ts';
import { assertCallable } from '../outbox/callable.ts';
import { wakeView } from '../present/wake.ts';
import type { Decision } from '../space/decision.ts';
import { read, write, writeWith, type Environment } from './define.ts';

interface Outcome {
  secret: string;
  /** The same configuration of A2A was set before. */
  isKept?: true;
}

export const putWake = writeWith<'putWake'>()(
  async ({ input, env, caller }) => {
    const { participantId } = await caller();
    if (!(await env.wakeTries.mayTry(input.spaceId, participantId))) {
      const retryAfter = env.wakeTries.seconds;
      throw new ServiceError('rate_limited', 'You set your wake address too often; try again later', { retryAfter });
    }
    await assertCallable(input.url, env.destinations);
  },
  ({ state, caller, input, now, env }): Decision<Outcome> => {
    const { spaceId } = state.space;
    const { participantId } = caller;
    const [known] = wake.of(state, participantId);
    if (known && isSame(known, input, env))
      return { outcome: { secret: env.mint.wakeSecret(spaceId, known.wakeId), isKept: true } };
    const wakeId = env.mint.id();
    const a2a = input.a2a && sealA2a(input.a2a, env.mint.wakeKey(spaceId, wakeId));
    const wish = { wakeId, participantId, url: new URL(input.url).href, a2a };
    const { changes, signal } = wake.put(state, wish, env.mint.id(), now);
    return { changes: { ...changes, signals: [signal] }, outcome: { secret: env.mint.wakeSecret(spaceId, wakeId) } };
  },
  async ({ secret, isKept }, { input, caller, env }) => {
    if (isKept) await env.wakeTries.giveBack(input.spaceId, caller.participantId);
    return { secret };
  },
);

export const getWake = read<'getWake'>(async ({ state, caller, env }) => {
  const { spaceId } = state.space;
  const found = wake.find(state, caller.participantId);
  return wakeView(found, await env.wakes.find(spaceId, found.wakeId), a2aOf(found, spaceId, env));
});

export const deleteWake = write<'deleteWake'>(({ state, caller }) => ({
  changes: { forgotten: { wakes: wake.of(state, caller.participantId) } },
  outcome: { ok: true },
}));

const a2aOf = ({ a2a, wakeId }: Wake, spaceId: string, { mint }: Environment): A2aWake | undefined =>
  a2a === undefined ? undefined : openA2a(a2a, mint.wakeKey(spaceId, wakeId));

/** Clients of A2A send their configuration with every message. A disabled address is set again. */
const isSame = (known: Wake, { spaceId, url, a2a }: InputOf<'putWake'>, env: Environment): boolean =>
  a2a !== undefined &&
  known.url === new URL(url).href &&
  wake.stateOf(known) !== 'disabled' &&
  JSON.stringify(a2aOf(known, spaceId, env)) === JSON.stringify(a2a);
