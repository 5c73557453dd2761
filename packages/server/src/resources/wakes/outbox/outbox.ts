import type { Instant } from '@parley/core';
import { repeat } from '../../../engine/async/repeat.ts';
import { LeaseWorker, often } from '../../../engine/schedule/lease-worker.ts';
import type { Claimed, OutboxStore } from '../outbox-queries.ts';

/** The result of a try. */
export type SendResult =
  /** It was accepted, or must not be sent any more. */
  | { kind: 'over' }
  /** It was not tried: it is due again at `at`, and so is what else is due for its address. */
  | { kind: 'waits'; at: Instant }
  /** It failed, and so would other signals for its address: they are due again at `at`. */
  | { kind: 'failed'; at: Instant };

interface OutboxOptions {
  store: OutboxStore;
  /** Sends a signal; ends early if the process stops. */
  send(signal: Claimed, stopping: AbortSignal): Promise<SendResult>;
  /** The pauses before the second, third … try. */
  retryMs: readonly number[];
  now(): Instant;
  failed(error: unknown): void;
}

export interface Outbox extends Pick<LeaseWorker<Claimed, never>, 'checkSoon' | 'close'> {}

/** Longer than any try, so that only a process that died loses its lease. */
const leaseMs = 60_000;
/** More than can be sent at a time: names are resolved, and some wait for a place. */
const atOnce = 64;
/** Which signals are claimed apart from others, and how many of an address at a time. */
const lanes = [
  { isTrial: false, isQuick: true, atOnce, perAddress: 4 },
  { isTrial: true, isQuick: false, atOnce, perAddress: 1 },
  { isTrial: false, isQuick: false, atOnce, perAddress: 1 },
];
const keptPerAddress = 1_000;

/** Starts to send what the outbox contains, at least once: a try is repeated with the same id. */
export function startOutbox({ store, send, retryMs, now, failed }: OutboxOptions): Outbox {
  const worker = new LeaseWorker<Claimed, (typeof lanes)[number]>({
    lanes,
    isIn: (signal, { isTrial, isQuick }) => signal.isTrial === isTrial && signal.isQuick === isQuick,
    claim({ lane: { isTrial, isQuick, perAddress }, limit, busySpaces, inProgress }) {
      const addresses = often(inProgress, ({ addressId }) => addressId, perAddress);
      const at = now();
      return store.claim({ now: at, leaseUntil: at + leaseMs, isTrial, isQuick, busy: { spaces: busySpaces, addresses }, limit });
    },
    async work(signal, stopping) {
      const result = await send(signal, stopping);
      await record(signal, result, stopping);
    },
    failed,
  });
  const pruning = repeat({ everyMs: 60_000, work: async () => void (await store.prune(keptPerAddress)), failed });

  async function record(signal: Claimed, result: SendResult, stopping: AbortSignal): Promise<void> {
    if (result.kind === 'over') await store.remove(signal);
    else if (stopping.aborted) await store.postpone(signal, signal.tries, now(), true);
    else {
      const hasFailed = result.kind === 'failed';
      const pause = hasFailed ? retryMs[signal.tries] : 0;
      const at = now();
      if (pause === undefined) await store.remove(signal);
      else await store.postpone(signal, signal.tries + Number(hasFailed), Math.max(at + pause, result.at), !hasFailed);
      if (!signal.isTrial) await store.rest(signal, at, result.at, !hasFailed);
    }
  }

  return {
    checkSoon: () => worker.checkSoon(),
    close: async () => void (await Promise.all([worker.close(), pruning.stop()])),
  };
}
