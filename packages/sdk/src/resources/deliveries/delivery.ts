import { mapped, type Answer } from '../../answer.ts';
import { assertOptions, callOptions } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import { Lease, type LeaseTerms } from '../../lease.ts';
import type { CallOptions, SendOptions } from '../../options.ts';
import { threadOf } from '../../past.ts';
import type { ClaimedDelivery, DeliveryView, Message, SendMessageResult } from '../../types.ts';

/** The methods of a delivery. */
export class DeliveryCalls {
  readonly space: SpaceCalls;
  readonly message: Message;
  /** The state that was last read. */
  view: DeliveryView;
  /** Aborted when the lease is lost, with a `LeaseLostError`: somebody else can have the delivery now, so stop the work. */
  readonly signal: AbortSignal;
  readonly #lease: Lease;

  /** @internal */
  constructor(space: SpaceCalls, delivery: DeliveryView, message: Message, terms: LeaseTerms) {
    this.space = space;
    this.view = delivery;
    this.message = message;
    this.#lease = new Lease('delivery', delivery.state === 'claimed' ? terms : undefined, async (leaseSeconds, call) => {
      this.view = await space.call('renewDelivery', { ...this.#path, leaseSeconds }, call);
    });
    this.signal = this.#lease.signal;
  }

  get id(): string {
    return this.view.deliveryId;
  }

  /** Whether you hold the lease: you have neither settled nor released the delivery, nor lost its lease. */
  get isHeld(): boolean {
    return this.#lease.isHeld;
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
    if (this.#lease.hasEnded) return this.message.reply(content, options);
    return this.#lease.end(options, (call) => this.message.reply(content, { ...options, ...call }));
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
    await this.#lease.settled();
    if (!this.isHeld) return;
    // The lease is lost, or the key: the next claim says so.
    await (how === 'release' ? this.release({ signal }) : this.acknowledge(undefined, { signal })).catch(() => {});
    this.#lease.drop();
  }

  /** As `claimDelivery` returns it. */
  toJSON(): ClaimedDelivery {
    return { delivery: this.view, message: this.message };
  }

  get #path() {
    return { deliveryId: this.id, leaseId: this.view.leaseId };
  }

  #viewed(options: CallOptions, call: (options: CallOptions) => Answer<DeliveryView>): Answer<DeliveryView> {
    return mapped(this.#lease.end(options, call), (view) => (this.view = view));
  }
}
