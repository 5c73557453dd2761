import { randomUUID } from 'node:crypto';
import { delivery as rules, wake, type Delivery, type Instant } from '@parley/core';
import { deliveryMoved } from './moved.ts';
import type { deliveryStore } from './queries.ts';
import type { Committer } from '../../engine/write/committer.ts';
import { patient, pause } from '../../engine/async/patience.ts';
import { Outdated, type SpaceWrite } from '../../engine/write/decide.ts';

interface OverdueOptions {
  deliveries: Pick<ReturnType<typeof deliveryStore>, 'lapsed' | 'abandoned'>;
  committer: Pick<Committer, 'write'>;
  now(): Instant;
}

const perBatch = 200;

/** Records what time and departures change about deliveries. */
export function overdueDeliveries({ deliveries, committer, now }: OverdueOptions) {
  /** Records what has become of a portion of the deliveries of a space; returns whether that changed any. */
  async function record(spaceId: string, found: readonly Delivery[]): Promise<boolean> {
    const write: SpaceWrite<boolean> = {
      admit: () => undefined,
      decide(state, _caller, at, latest) {
        // Its last event is its end, and nobody can read its deliveries any more.
        if (state.space.end) return { outcome: false };
        const moved = found
          .map((each) => rules.heldStill(latest('deliveries', each.deliveryId) ?? each, state.space))
          .map((each) => deliveryMoved(each, at, (present) => rules.current(present, state, at)));
        const queuedOrDone = moved.flatMap(({ changes }) => changes.deliveries);
        return {
          changes: { deliveries: queuedOrDone, signals: wake.signalsFor(state, queuedOrDone, randomUUID, at) },
          events: moved.flatMap(({ events }) => events),
          outcome: queuedOrDone.length > 0,
        };
      },
      isPrepared: true,
      worksWhenFull: true,
      size: found.length * 500,
    };
    const result = await committer.write(spaceId, write);
    return 'outcome' in result && result.outcome;
  }

  /** Portion by portion, until none is left. */
  async function recordAll(spaceId: string, find: () => Promise<readonly Delivery[]>): Promise<void> {
    for (let tries = 1; ;) {
      const found = await find();
      if (found.length === 0) return;
      try {
        const isProgress = await record(spaceId, found);
        if (!isProgress || found.length < perBatch) return;
        tries = 1;
      } catch (error) {
        // An addressee or another process was faster.
        if (!(error instanceof Outdated)) throw error;
        await pause(tries++, patient);
      }
    }
  }

  return {
    /** Queues the deliveries of a space whose lease has expired again, or fails them. */
    lapse: (spaceId: string): Promise<void> => recordAll(spaceId, () => deliveries.lapsed(spaceId, now(), perBatch)),
    /** Ends the deliveries of a space whose addressee or sender is gone. */
    expire: (spaceId: string): Promise<void> => recordAll(spaceId, () => deliveries.abandoned(spaceId, perBatch)),
  };
}
