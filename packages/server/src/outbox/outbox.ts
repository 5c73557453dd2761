import type { Instant } from '@parley/core';
import { repeat } from '../repeat.ts';
import type { Claimed, OutboxStore } from '../store/outbox.ts';

/** What became of a try. */
export type Result =
  /** It was accepted, or must not be sent any more. */
  | { kind: 'over' }
  /** It was not tried: it is due again at `at`, and so is what else is due for its address. */
  | { kind: 'waits'; at: Instant }
  /** It failed, and so would other signals for its address. */
  | { kind: 'failed' };

interface OutboxOptions {
  store: OutboxStore;
  /** Sends a signal; ends early if the process stops. */
  send(signal: Claimed, stopping: AbortSignal): Promise<Result>;
  /** The pauses before the second, third … try. */
  retryMs: readonly number[];
  now(): Instant;
  failed(error: unknown): void;
}

/** Longer than any try, so that only a process that died loses its lease. */
const leaseMs = 60_000;
const atOnce = 64;
/** Receivers that have not agreed to anything cannot occupy everything. */
const trialsAtOnce = atOnce / 2;
const perHost = 4;
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
    this.#loops = [
      repeat({ everyMs: 1_000, work: async () => this.wake(), failed }),
      repeat({ everyMs: 60_000, work: async () => void (await store.prune(keptPerAddress)), failed }),
    ];
  }

  /** Something can be due: looks for it soon. */
  wake(): void {
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

  /** Claims until nothing is due that there is room for. A signal of a host leaves room for the next one of it. */
  async #claim(): Promise<void> {
    for (let isMore = true; isMore;) {
      isMore = false;
      for (const isTrial of [true, false]) {
        const limit = this.#room(isTrial);
        if (limit <= 0 || this.#stop.signal.aborted) continue;
        const now = this.#options.now();
        const claim = { now, leaseUntil: now + leaseMs, isTrial, busy: this.#busyHosts(), limit };
        for (const signal of await this.#options.store.claim(claim)) {
          isMore = true;
          this.#sending.set(signal, this.#try(signal));
        }
      }
    }
  }

  #room(isTrial: boolean): number {
    const free = atOnce - this.#sending.size;
    const trials = [...this.#sending.keys()].filter((each) => each.isTrial).length;
    return isTrial ? Math.min(free, trialsAtOnce - trials) : free;
  }

  #busyHosts(): string[] {
    const counts = new Map<string, number>();
    for (const { host } of this.#sending.keys()) counts.set(host, (counts.get(host) ?? 0) + 1);
    return [...counts].flatMap(([host, count]) => (count >= perHost ? host : []));
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
      this.wake();
    }
  }

  async #record(signal: Claimed, result: Result): Promise<void> {
    const { store, retryMs, now } = this.#options;
    if (result.kind === 'over') await store.remove(signal);
    else if (this.#stop.signal.aborted) await store.postpone(signal, signal.tries, now());
    else if (result.kind === 'waits') {
      await store.postpone(signal, signal.tries, result.at);
      await store.rest(signal, now(), result.at);
    } else {
      const pause = retryMs[signal.tries];
      if (pause === undefined) return void (await store.remove(signal));
      const at = now();
      await store.postpone(signal, signal.tries + 1, at + pause);
      await store.rest(signal, at, at + pause);
    }
  }
}
