import { answerOf, mapped, type Answer, type Exchange } from './answer.ts';
import { assertOptions, callOptions } from './arguments.ts';
import { isLeaseLost, LeaseLostError } from './errors.ts';
import { retriable } from './http.ts';
import type { CallOptions, SendOptions } from './options.ts';
import { threadOf } from './past.ts';
import type { Space } from './space.ts';
import { anyOf, pause, within } from './time.ts';
import type { ClaimedDelivery, DeliveryView, Message, SendMessageResult } from './types.ts';

/** How long a lease lasts, and when it was asked for, by the clock of this machine. */
export interface LeaseTerms {
  leaseSeconds: number;
  since: number;
}

/**
 * A delivery that you claimed, and its message. Its lease is renewed until you settle or release it.
 * @see docs/sdk.md#deliveries
 */
export class Delivery {
  readonly space: Space;
  readonly message: Message;
  /** The state that was last read. */
  view: DeliveryView;
  /** Aborted when the lease is lost, with a {@link LeaseLostError}: somebody else can have the delivery now, so stop the work. */
  readonly signal: AbortSignal;
  readonly #lost = new AbortController();
  readonly #stop = new AbortController();
  #settling: Promise<unknown> = Promise.resolve();
  #inFlight = 0;

  /** @internal */
  constructor(space: Space, delivery: DeliveryView, message: Message, terms: LeaseTerms) {
    this.space = space;
    this.view = delivery;
    this.message = message;
    this.signal = this.#lost.signal;
    if (delivery.state === 'claimed') this.#hold(terms).catch(() => {});
    else this.#stop.abort();
  }

  get id(): string {
    return this.view.deliveryId;
  }

  /** Whether you hold the lease: you have neither settled nor released the delivery, nor lost its lease. */
  get isHeld(): boolean {
    return !this.#stop.signal.aborted && !this.signal.aborted;
  }

  /**
   * The messages that the message answers, up to the first of them, oldest first; none if it is no reply. Reads back in the log, which
   * takes several calls when they were long ago.
   * @throws {KeyError} when your key no longer works.
   */
  async thread(options: CallOptions = {}): Promise<Message[]> {
    assertOptions(callOptions, options);
    return threadOf(this.space, this.message, options);
  }

  /**
   * Replies to the message, which settles the delivery as `replied`. Retries until the lease is lost. Later replies are ordinary
   * messages.
   * @throws {LeaseLostError} when the lease was lost.
   * @throws {ForbiddenError} when you are muted.
   */
  reply(content: string, options: SendOptions = {}): Answer<SendMessageResult> {
    if (this.#stop.signal.aborted) return this.message.reply(content, options);
    return this.#settle(options, (call) => this.message.reply(content, { ...options, ...call }));
  }

  /**
   * Settles the delivery as `acknowledged`. Retries until the lease is lost.
   * @param note - A text for the sender.
   * @throws {LeaseLostError} when the lease was lost, or the delivery has already ended.
   */
  acknowledge(note?: string, options: CallOptions = {}): Answer<DeliveryView> {
    return this.#viewed(options, (call) =>
      this.space.call('settleDelivery', { ...this.#path, outcome: 'acknowledged', note }, call),
    );
  }

  /**
   * Settles the delivery as `declined`. Retries until the lease is lost.
   * @param note - The reason, for the sender.
   * @throws {LeaseLostError} when the lease was lost, or the delivery has already ended.
   */
  decline(note?: string, options: CallOptions = {}): Answer<DeliveryView> {
    return this.#viewed(options, (call) => this.space.call('settleDelivery', { ...this.#path, outcome: 'declined', note }, call));
  }

  /**
   * Releases the delivery. It is queued again at once; after the fifth attempt it has failed.
   * @throws {LeaseLostError} when the lease was lost, or the delivery has already ended.
   */
  release(options: CallOptions = {}): Answer<DeliveryView> {
    return this.#viewed(options, (call) => this.space.call('releaseDelivery', this.#path, call));
  }

  /** @internal What becomes of a delivery that was not settled. */
  async finish(how: 'acknowledge' | 'release', signal?: AbortSignal): Promise<void> {
    await this.#settling.catch(() => {});
    if (!this.isHeld) return;
    // The lease is lost, or the key: the next claim says so.
    await (how === 'release' ? this.release({ signal }) : this.acknowledge(undefined, { signal })).catch(() => {});
    this.#stop.abort();
  }

  /** As `claimDelivery` returns it. */
  toJSON(): ClaimedDelivery {
    return { delivery: this.view, message: this.message };
  }

  get #path() {
    return { deliveryId: this.id, leaseId: this.view.leaseId };
  }

  #viewed(options: CallOptions, call: (options: CallOptions) => Answer<DeliveryView>): Answer<DeliveryView> {
    return mapped(this.#settle(options, call), (view) => (this.view = view));
  }

  #settle<T>(options: CallOptions, call: (options: CallOptions) => Answer<T>): Answer<T> {
    const { maxRetries = Infinity } = options;
    const settling = async (): Promise<Exchange<T>> => {
      this.signal.throwIfAborted();
      this.#inFlight += 1;
      try {
        const signal = anyOf(options.signal, this.signal);
        const exchange = await call({ ...options, maxRetries, signal }).withResponse();
        this.#stop.abort();
        return exchange;
      } catch (error) {
        throw isLeaseLost(error) ? new LeaseLostError(error) : error;
      } finally {
        this.#inFlight -= 1;
      }
    };
    const exchange = settling();
    this.#settling = exchange;
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
        const renewed = await within(until - started, (late) =>
          this.space.call(
            'renewDelivery',
            { ...this.#path, leaseSeconds },
            { timeoutMs: everyMs, maxRetries: Infinity, signal: anyOf(stop, late) },
          ),
        );
        this.view = renewed;
        until = started + leaseMs;
      } catch (error) {
        stop.throwIfAborted();
        // A reply that was stored settles the delivery before its answer arrives here.
        if (this.#inFlight > 0 && !retriable(error)) await this.#settling.catch(() => {});
        else return this.#lost.abort(new LeaseLostError(error));
      }
    }
  }
}
