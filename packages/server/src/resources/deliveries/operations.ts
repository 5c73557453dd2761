import {
  delivery as rules,
  inbound,
  maxAddressees,
  maxSequence,
  missing,
  ServiceError,
  wake,
  type Delivery,
  type Instant,
  type Participant,
  type SpaceState,
} from '@parley/core';
import { deliveryView } from './present.ts';
import { Json } from '../../engine/present/json.ts';
import type { Latest } from '../../engine/write/effects.ts';
import { Outdated } from '../../engine/write/decide.ts';
import type { Environment } from '../../engine/environment.ts';
import { Quiet, read, write, writeWith, type Answer } from '../../engine/operation.ts';
import { deliveryMoved } from './moved.ts';
import { readableJson } from '../readable.ts';

export const listDeliveries = read<'listDeliveries'>(async ({ state, caller, input, now, env }) => {
  const { spaceId, role, after, limit, wait } = input;
  const list = role === 'sender' ? env.deliveries.sent : env.deliveries.received;
  // A page ends with all deliveries of a message, because the next one starts after it; the rest shows whether there are more.
  const found = await list(input.state, {
    spaceId,
    participantId: caller.participantId,
    after,
    limit: limit + maxAddressees,
    now: Math.min(now, state.space.paused?.at ?? now),
  });
  const last = found[limit - 1]?.sequence ?? maxSequence;
  const stored = found.filter(({ sequence }) => sequence! <= last);
  const deliveries = stored
    .map((each) => rules.current(each, state, now))
    .filter((each) => input.state === 'all' || each.state !== 'done')
    .map((each) => deliveryView(each));
  const page = { deliveries, cursor: stored.at(-1)?.sequence ?? after, hasMore: stored.length < found.length };
  return deliveries.length === 0 && !page.hasMore ? new Quiet(page, wait * 1000, 'delivery') : page;
});

export const claimDelivery = writeWith<'claimDelivery'>()(
  async ({ input: { spaceId, deliveryId }, now, env, caller }) => {
    const { participantId } = await caller();
    if (deliveryId === undefined) return env.deliveries.claimable({ spaceId, participantId, now });
    const one = await env.deliveries.find(spaceId, deliveryId);
    return one?.participantId === participantId ? [one] : [];
  },
  ({ state, input: { leaseSeconds }, now, env, latest }, found) => {
    const present = found.map((each) => latest('deliveries', each.deliveryId) ?? each);
    const stored = present.find((each) => rules.current(each, state, now).state === 'queued');
    if (!stored) {
      // Others claimed all that were found, but more can be queued.
      if (found.length >= env.deliveries.candidates) throw new Outdated();
      return { outcome: { delivery: undefined }, isRepeatable: true };
    }
    const lease = { leaseId: env.mint.id(), expiresAt: now + leaseSeconds * 1000 };
    const claimed = deliveryMoved(stored, now, (delivery) => rules.claim(delivery, lease, now));
    return { ...claimed, outcome: { delivery: claimed.changes.deliveries[0] } };
  },
  async ({ delivery }, { state, env, head }): Promise<Answer<'claimDelivery'>> => {
    if (!delivery) return { delivery: null };
    const message = await env.log.one(state.space.spaceId, delivery.sequence!, head);
    return new Json(
      `{"delivery":${JSON.stringify(deliveryView(delivery, delivery.lease?.leaseId))},"message":${readableJson(message!)}}`,
    );
  },
);

export const renewDelivery = writeWith<'renewDelivery'>()(stored, (asked, { delivery }) => {
  const { state, input, now } = asked;
  const expiresAt = now + input.leaseSeconds * 1000;
  const renewed = rules.renew(received(delivery, asked), input.leaseId, expiresAt, now);
  return {
    changes: { deliveries: [rules.heldStill(renewed, state.space, now)] },
    outcome: deliveryView(renewed, renewed.lease?.leaseId),
  };
});

export const settleDelivery = writeWith<'settleDelivery'>()(stored, (asked, { delivery }) => {
  const { state, input, now, env } = asked;
  const before = received(delivery, asked);
  const settled = rules.settle(before, input.leaseId, input, now);
  const { changes, events } = deliveryMoved(before, now, () => settled);
  const signals = wake.signalsFor(state, changes.deliveries, env.mint.id, now);
  return { changes: { ...changes, signals }, events, outcome: deliveryView(settled) };
});

export const releaseDelivery = writeWith<'releaseDelivery'>()(stored, (asked, { delivery }) => {
  const { state, input, now, env } = asked;
  const before = received(delivery, asked);
  const released = rules.release(before, input.leaseId, now);
  const { changes, events } = deliveryMoved(before, now, () => released);
  const signals = wake.signalsFor(state, changes.deliveries, env.mint.id, now);
  return { changes: { ...changes, signals }, events, outcome: deliveryView(released) };
});

export const acceptDelivery = writeWith<'acceptDelivery'>()(stored, (asked, { delivery }) => {
  const { state, now, env } = asked;
  const before = received(delivery, asked);
  const { changes, events } = deliveryMoved(before, now, rules.accept);
  const [accepted = before] = changes.deliveries;
  const signals = wake.signalsFor(state, changes.deliveries, env.mint.id, now);
  return { changes: { ...changes, signals }, events, outcome: deliveryView(accepted) };
});

export const getInbound = read<'getInbound'>(({ state, caller }) => inbound.of(caller, state));

export const putInbound = write<'putInbound'>(({ state, caller, input: { accept, others } }) => {
  const participant = inbound.put(state, caller, { accept, others });
  return { changes: { participants: [participant] }, outcome: inbound.of(participant, state) };
});

export const withdrawDelivery = writeWith<'withdrawDelivery'>()(stored, (asked, { delivery }) => {
  const { now } = asked;
  const before = sent(delivery, asked);
  const withdrawn = rules.withdraw(rules.current(before, asked.state, now), now);
  return { ...deliveryMoved(before, now, () => withdrawn), outcome: deliveryView(withdrawn) };
});

async function stored({ input, env }: { input: { spaceId: string; deliveryId: string }; env: Environment }) {
  return { delivery: await env.deliveries.find(input.spaceId, input.deliveryId) };
}

interface Acting {
  state: SpaceState;
  caller: Participant;
  now: Instant;
  latest: Latest;
}

/** The delivery as it is in this batch, if it is one to the caller; one whose sender is gone has ended. */
function received(found: Delivery | undefined, { state, caller, now, latest }: Acting): Delivery {
  if (found?.participantId !== caller.participantId) {
    throw new ServiceError(missing.deliveryId.code, 'There is no such delivery to you in this space');
  }
  const stored = rules.heldStill(latest('deliveries', found.deliveryId) ?? found, state.space);
  const present = rules.current(stored, state, now);
  return present.outcome === 'expired' ? present : stored;
}

/** The delivery as it is in this batch, if it is of a message of the caller. */
function sent(found: Delivery | undefined, { state, caller, latest }: Acting): Delivery {
  if (found?.senderId !== caller.participantId) {
    throw new ServiceError(missing.deliveryId.code, 'There is no such delivery of a message of yours in this space');
  }
  return rules.heldStill(latest('deliveries', found.deliveryId) ?? found, state.space);
}
