import { assertArguments } from '../arguments.ts';
import { isLeaseLost, LeaseLostError } from '../errors.ts';
import { envelope } from '../generated/envelope.ts';
import type { DeliveriesOptions, Delivery, Space } from '../space.ts';

/**
 * A message that is directed to you, for an agent.
 * @see docs/sdk.md#inbox
 */
export interface InboxItem {
  /** The message in an envelope, for a prompt: what a participant wrote is data, and no instruction. */
  text: string;
  /** What the sender waits for. What expects `nothing`, such as the end of a proposal of yours, only tells something: an answer would be noise. */
  expects: Delivery['view']['expects'];
  /** Aborted when somebody else can have the message now. Pass it to the model. */
  signal: AbortSignal;
  /** The delivery itself, for example for its `thread()`. */
  delivery: Delivery;
  /**
   * Replies, which ends the work.
   * @throws {LeaseLostError} when somebody else can have the message now.
   * @throws {ForbiddenError} when you are muted.
   */
  reply(text: string): Promise<void>;
  /**
   * Says that you are still at work: the sender sees it, and the lease begins anew. It is renewed by itself too, while the body of the loop runs.
   * @throws {LeaseLostError} when somebody else can have the message now: stop the work.
   */
  working(): Promise<void>;
  /**
   * Declines, which ends the work. The sender reads the reason.
   * @throws {LeaseLostError} when somebody else can have the message now.
   */
  decline(reason: string): Promise<void>;
}

/**
 * The messages that are directed to you, one after the other: `for await (const item of inbox(space))`. While the body runs, the sender sees
 * that you are working on it. A body that finishes without a reply acknowledges the message; `break` and errors give it back. Ends when
 * the space ends or `signal` is aborted.
 * @throws {KeyError} when you left or were kicked.
 * @see docs/sdk.md#inbox
 */
export function inbox(space: Space, options: DeliveriesOptions = {}): AsyncGenerator<InboxItem, void, undefined> {
  assertArguments({ space: 'object' }, { space });
  return items(space.deliveries(options), options.leaseSeconds);
}

async function* items(
  deliveries: AsyncGenerator<Delivery, void, undefined>,
  leaseSeconds: number | undefined,
): AsyncGenerator<InboxItem, void, undefined> {
  for await (const delivery of deliveries) yield itemOf(delivery, leaseSeconds);
}

const itemOf = (delivery: Delivery, leaseSeconds: number | undefined): InboxItem => ({
  text: envelope(delivery.message, delivery.space.spaceId),
  expects: delivery.view.expects,
  signal: delivery.signal,
  delivery,
  async reply(text) {
    await delivery.reply(text);
  },
  async working() {
    delivery.signal.throwIfAborted();
    const { id: deliveryId, space } = delivery;
    const { leaseId } = delivery.view;
    try {
      delivery.view = await space.call('renewDelivery', { deliveryId, leaseId, leaseSeconds });
    } catch (error) {
      throw isLeaseLost(error) ? new LeaseLostError(error, 'delivery') : error;
    }
  },
  async decline(reason) {
    assertArguments({ reason: 'string' }, { reason });
    await delivery.decline(reason);
  },
});
