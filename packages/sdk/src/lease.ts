import { answerOf, type Answer, type Exchange } from './answer.ts';
import { isLeaseLost, LeaseLostError, PausedError } from './errors.ts';
import { retriable } from './http.ts';
import type { CallOptions } from './options.ts';
import { anyOf, pause, whilePausedMs, within } from './time.ts';

/** How long a lease lasts, and when it was asked for, by the clock of this machine. */
export interface LeaseTerms {
  leaseSeconds: number;
  since: number;
}

/** Renews a lease for another `leaseSeconds`. */
type Renewal = (leaseSeconds: number, options: CallOptions) => Promise<unknown>;

/** A lease that is renewed until it is given up or lost. */
export class Lease {
  /** Aborted when the lease is lost, with a {@link LeaseLostError}. */
  readonly signal: AbortSignal;
  readonly #lost = new AbortController();
  readonly #stop = new AbortController();
  #ending: Promise<unknown> = Promise.resolve();
  #inFlight = 0;
  readonly #what: string;
  readonly #renew: Renewal;

  /** @param terms - Undefined if there is nothing to hold. */
  constructor(what: string, terms: LeaseTerms | undefined, renew: Renewal) {
    this.#what = what;
    this.#renew = renew;
    this.signal = this.#lost.signal;
    if (terms) this.#hold(terms).catch(() => {});
    else this.#stop.abort();
  }

  /** Whether it was given up. */
  get hasEnded(): boolean {
    return this.#stop.signal.aborted;
  }

  get isHeld(): boolean {
    return !this.hasEnded && !this.signal.aborted;
  }

  /** Gives it up without a call. */
  drop(): void {
    this.#stop.abort();
  }

  /** Until the call that gives it up is over. */
  async settled(): Promise<void> {
    await this.#ending.catch(() => {});
  }

  /** Gives it up with a call. While it is held, the call is retried until the lease is lost, which cannot happen while the space is paused. */
  end<T>(options: CallOptions, call: (options: CallOptions) => Answer<T>): Answer<T> {
    const patient = this.isHeld ? { maxRetries: Infinity, ...options } : options;
    const ending = async (): Promise<Exchange<T>> => {
      this.signal.throwIfAborted();
      this.#inFlight += 1;
      try {
        const signal = anyOf(options.signal, this.signal);
        const exchange = await unpaused(() => call({ ...patient, signal }).withResponse(), signal, patient.maxRetries);
        this.#stop.abort();
        return exchange;
      } catch (error) {
        throw isLeaseLost(error) ? new LeaseLostError(error, this.#what) : error;
      } finally {
        this.#inFlight -= 1;
      }
    };
    const exchange = ending();
    this.#ending = exchange;
    return answerOf(exchange);
  }

  /** Renews the lease three times in its duration, at least once a minute, until it is given up or lost. */
  async #hold({ leaseSeconds, since }: LeaseTerms): Promise<void> {
    const leaseMs = leaseSeconds * 1000;
    const everyMs = Math.min(60_000, leaseMs / 3);
    const stop = this.#stop.signal;
    let until = since + leaseMs;
    for (;;) {
      await pause(Math.min(everyMs, until - Date.now()), stop);
      const started = Date.now();
      try {
        await within(until - started, (late) =>
          this.#renew(leaseSeconds, { timeoutMs: everyMs, maxRetries: Infinity, signal: anyOf(stop, late) }),
        );
        until = started + leaseMs;
      } catch (error) {
        stop.throwIfAborted();
        // A call that was stored gives up the lease before its answer arrives here.
        if (this.#inFlight > 0 && !retriable(error)) await this.settled();
        else return this.#lost.abort(new LeaseLostError(error, this.#what));
      }
    }
  }
}

/** Calls until the space is not paused, if there is no limit to retries. */
async function unpaused<T>(call: () => Promise<T>, signal: AbortSignal, maxRetries: number | undefined): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof PausedError) || maxRetries !== Infinity) throw error;
      await pause(whilePausedMs, signal);
    }
  }
}
