import { randomUUID } from 'node:crypto';
import { wake, type Delivery, type Instant } from '@parley/core';
import { deliveryMoved } from './operations/delivery-moved.ts';
import type { Stores } from './parley.ts';
import { presentDelivery } from './present/delivery.ts';
import type { Committer } from './space/committer.ts';
import { Outdated, type SpaceWrite } from './space/turn.ts';

interface Options {
  stores: Pick<Stores, 'deliveries'>;
  committer: Pick<Committer, 'write'>;
  now(): Instant;
}

const perTurn = 200;

/** Records what time and departures change about deliveries. */
export function overdueDeliveries({ stores: { deliveries }, committer, now }: Options) {
  /** Records what has become of a portion of the deliveries of a space; returns whether there can be more. */
  async function settle(spaceId: string, found: readonly Delivery[]): Promise<boolean> {
    if (found.length === 0) return false;
    const write: SpaceWrite = {
      admit: () => undefined,
      decide(state, _caller, at, latest) {
        const moved = found
          .map((each) => latest('deliveries', each.deliveryId) ?? each)
          .map((each) => deliveryMoved(each, at, (present) => presentDelivery(present, state, at)));
        const queuedOrDone = moved.flatMap(({ changes }) => changes.deliveries);
        return {
          changes: { deliveries: queuedOrDone, signals: wake.signalsFor(state, queuedOrDone, randomUUID, at) },
          events: moved.flatMap(({ events }) => events),
          outcome: undefined,
        };
      },
      isPrepared: true,
      worksWhenFull: true,
      size: found.length * 500,
    };
    try {
      await committer.write(spaceId, write);
    } catch (error) {
      // Its addressee or another process was faster; the next round sees what is left.
      if (!(error instanceof Outdated)) throw error;
    }
    return found.length === perTurn;
  }

  return {
    /** Queues the deliveries of a space whose lease has expired again, or fails them. */
    async lapse(spaceId: string): Promise<void> {
      while (await settle(spaceId, await deliveries.lapsed(spaceId, now(), perTurn)));
    },
    /** Ends the deliveries of a space whose addressee is gone. */
    async expire(spaceId: string): Promise<void> {
      while (await settle(spaceId, await deliveries.abandoned(spaceId, perTurn)));
    },
  };
}
