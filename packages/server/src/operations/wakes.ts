import { ServiceError, wake } from '@parley/core';
import { wakeView } from '../present/wake.ts';
import { read, write, writeWith, type Environment } from './define.ts';

export const putWake = writeWith<'putWake'>()(
  async ({ input, env, caller }) => {
    const { participantId } = await caller();
    if (!(await env.wakeTries.mayTry(input.spaceId, participantId))) {
      const retryAfter = env.wakeTries.seconds;
      throw new ServiceError('rate_limited', 'You set your wake address too often; try again later', { retryAfter });
    }
    await assertAllowed(input.url, env);
  },
  ({ state, caller, input, now, env }) => {
    const wakeId = env.mint.id();
    const { spaceId } = state.space;
    const { url } = input;
    const { changes, signal } = wake.put(
      state,
      { wakeId, participantId: caller.participantId, url: new URL(url).href },
      env.mint.id(),
      now,
    );
    return { changes: { ...changes, signals: [signal] }, outcome: { secret: env.mint.wakeSecret(spaceId, wakeId) } };
  },
);

export const getWake = read<'getWake'>(async ({ state, caller, env }) => {
  const found = wake.find(state, caller.participantId);
  return wakeView(found, await env.wakes.find(state.space.spaceId, found.wakeId));
});

export const deleteWake = write<'deleteWake'>(({ state, caller }) => ({
  changes: { forgotten: { wakes: wake.of(state, caller.participantId) } },
  outcome: { ok: true },
}));

async function assertAllowed(url: string, { destinations }: Environment): Promise<void> {
  const reason = await destinations.refusalOf(new URL(url));
  if (reason === undefined) return;
  throw new ServiceError('invalid_request', `url ${reason}`, { issues: [{ field: 'url', message: reason }] });
}
