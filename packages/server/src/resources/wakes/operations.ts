import { isDeepStrictEqual } from 'node:util';
import { ServiceError, wake, type InputOf, type Wake } from '@parley/core';
import { openA2a, sealA2a, type A2aWake } from './outbox/a2a/format.ts';
import { assertCallable } from './outbox/callable.ts';
import { assertUsable, openSubscription, sealSubscription } from './outbox/push/subscription.ts';
import { wakeView } from './present.ts';
import type { Effects } from '../../engine/write/effects.ts';
import type { Environment } from '../../engine/environment.ts';
import { plain, read, write, writeWith } from '../../engine/operation.ts';

interface WakeOutcome {
  secret?: string;
  /** The same configuration of A2A, or the same subscription, was set before. */
  isKept?: true;
}

export const putWake = writeWith<'putWake'>()(
  async ({ input, env, caller }) => {
    const { participantId } = await caller();
    if (!(await env.wakeTries.mayTry(input.spaceId, participantId))) {
      const retryAfter = env.wakeTries.seconds;
      throw new ServiceError('rate_limited', 'You set your wake address too often; try again later', { retryAfter });
    }
    const { url, subscription } = input;
    if (subscription) {
      assertUsable(subscription);
      await assertCallable(subscription.endpoint, env.destinations, 'subscription.endpoint');
    } else await assertCallable(url!, env.destinations);
  },
  ({ state, caller, input, now, env }): Effects<WakeOutcome> => {
    const { spaceId } = state.space;
    const { participantId } = caller;
    const [known] = wake.of(state, participantId);
    const secretOf = (id: string) => (input.subscription ? {} : { secret: env.mint.wakeSecret(spaceId, id) });
    if (known && isSame(known, input, env)) return { outcome: { ...secretOf(known.wakeId), isKept: true } };
    const wakeId = env.mint.id();
    const wish = { wakeId, participantId, ...wished(input, env.mint.wakeKey(spaceId, wakeId)) };
    const { changes, signal } = wake.put(state, wish, env.mint.id(), now);
    return { changes: { ...changes, signals: [signal] }, outcome: secretOf(wakeId) };
  },
  async ({ secret, isKept }, { input, caller, env }) => {
    if (isKept) await env.wakeTries.giveBack(input.spaceId, caller.participantId);
    return secret === undefined ? {} : { secret };
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

export const getPushKey = plain<'getPushKey'>(({ env }) => ({ publicKey: env.pushKey.publicKey }));

type WakeRequest = InputOf<'putWake'>;

/** What is stored of it, with all that is a secret sealed. */
function wished({ url, a2a, subscription }: WakeRequest, key: Buffer): Pick<Wake, 'url' | 'a2a' | 'push'> {
  if (subscription) return { url: new URL(subscription.endpoint).origin, push: sealSubscription(subscription, key) };
  return { url: new URL(url!).href, a2a: a2a && sealA2a(a2a, key) };
}

const a2aOf = ({ a2a, wakeId }: Wake, spaceId: string, { mint }: Environment): A2aWake | undefined =>
  a2a === undefined ? undefined : openA2a(a2a, mint.wakeKey(spaceId, wakeId));

/** Clients of A2A send their configuration with every message, and the app its subscription when it opens. A disabled address is set again. */
function isSame(known: Wake, { spaceId, url, a2a, subscription }: WakeRequest, env: Environment): boolean {
  if (wake.stateOf(known) === 'disabled') return false;
  if (subscription) {
    const key = env.mint.wakeKey(spaceId, known.wakeId);
    return known.push !== undefined && isDeepStrictEqual(openSubscription(known.push, key), subscription);
  }
  return (
    a2a !== undefined && known.url === new URL(url!).href && JSON.stringify(a2aOf(known, spaceId, env)) === JSON.stringify(a2a)
  );
}
