import { setMaxListeners } from 'node:events';
import type { Instant } from '@parley/core';
import { repeat } from '../../../engine/async/repeat.ts';
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

/** Longer than any try, so that only a process that died loses its lease. */
const leaseMs = 60_000;
/** Which signals are claimed apart from others, so that these cannot hide them, and how many of an address at a time. */
const lanes = [
  { isTrial: false, isQuick: true, perAddress: 4 },
  { isTrial: true, isQuick: false, perAddress: 1 },
  { isTrial: false, isQuick: false, perAddress: 1 },
];
type Lane = (typeof lanes)[number];
/** More than can be sent at a time: names are resolved, and some wait for a place. */
const perLane = 64;
const perSpace = 8;
const keptPerAddress = 1_000;

/**
 * Sends what the outbox contains, at least once. Every process does so, and a lease lets one of them try a signal at a time: if it
 * dies, another one tries again, with the same id.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #stop = new AbortController();
  readonly #sending = new Map<Claimed, Promise<void>>();
  readonly #loops: { stop(): Promise<void> }[];
  #round = Promise.resolve();
  #isAsked = false;

  constructor(options: OutboxOptions) {
    const { store, failed } = options;
    this.#options = options;
    // Each signal on its way listens, while it waits for a place and while it is sent.
    setMaxListeners(2 * perLane * lanes.length, this.#stop.signal);
    this.#loops = [
      repeat({ everyMs: 1_000, work: async () => this.checkSoon(), failed }),
      repeat({ everyMs: 60_000, work: async () => void (await store.prune(keptPerAddress)), failed }),
    ];
  }

  /** Something may be due: checks soon. */
  checkSoon(): void {
    if (this.#isAsked || this.#stop.signal.aborted) return;
    this.#isAsked = true;
    this.#round = this.#round.then(async () => {
      this.#isAsked = false;
      await this.#claim().catch(this.#options.failed);
    });
  }

  /** Ends the tries in progress; another process, or this one after a restart, repeats them. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#round;
    await Promise.all(this.#sending.values());
  }

  /** Claims until nothing is due that there is room for. The lanes take turns, so that none waits for the end of another. */
  async #claim(): Promise<void> {
    for (let isMore = true; isMore;) {
      isMore = false;
      for (const lane of lanes) if (await this.#claimIn(lane)) isMore = true;
    }
  }

  /** Claims at most one signal of each space and of each address; false if nothing is due that there is room for. */
  async #claimIn({ isTrial, isQuick, perAddress }: Lane): Promise<boolean> {
    const claimed = [...this.#sending.keys()].filter((each) => each.isTrial === isTrial && each.isQuick === isQuick);
    const limit = perLane - claimed.length;
    if (limit <= 0 || this.#stop.signal.aborted) return false;
    const now = this.#options.now();
    const busy = {
      spaces: often(
        claimed.map(({ spaceId }) => spaceId),
        perSpace,
      ),
      addresses: often(
        [...this.#sending.keys()].map(({ addressId }) => addressId),
        perAddress,
      ),
    };
    const signals = await this.#options.store.claim({ now, leaseUntil: now + leaseMs, isTrial, isQuick, busy, limit });
    for (const signal of signals) this.#sending.set(signal, this.#try(signal));
    return signals.length > 0;
  }

  async #try(signal: Claimed): Promise<void> {
    try {
      const result = await this.#options.send(signal, this.#stop.signal);
      await this.#record(signal, result);
    } catch (error) {
      // The lease expires, and the signal is tried again.
      this.#options.failed(error);
    } finally {
      this.#sending.delete(signal);
      this.checkSoon();
    }
  }

  async #record(signal: Claimed, result: SendResult): Promise<void> {
    const { store, retryMs, now } = this.#options;
    if (result.kind === 'over') await store.remove(signal);
    else if (this.#stop.signal.aborted) await store.postpone(signal, signal.tries, now(), true);
    else {
      const hasFailed = result.kind === 'failed';
      const pause = hasFailed ? retryMs[signal.tries] : 0;
      const at = now();
      if (pause === undefined) await store.remove(signal);
      else await store.postpone(signal, signal.tries + Number(hasFailed), Math.max(at + pause, result.at), !hasFailed);
      if (!signal.isTrial) await store.rest(signal, at, result.at, !hasFailed);
    }
  }
}

/** What is contained at least `count` times. */
function often(ids: readonly string[], count: number): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].flatMap(([id, times]) => (times >= count ? id : []));
}
