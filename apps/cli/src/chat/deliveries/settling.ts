import type { DeliveryView, Space } from '@parley/sdk';
import { ConflictError } from '@parley/sdk';
import { setTimeout as sleep } from 'node:timers/promises';

const leaseSeconds = 3_600;
/** Senders can queue many deliveries. */
const mostClaims = 50;
/** How long the end of a chat waits for a service that may be down; the leases then expire by themselves. */
const patienceMs = 5_000;

/** Settles deliveries to the user in any order, although the service chooses which one it hands out next. */
export class Settling {
  readonly #space: Space;
  /** Deliveries that had to be claimed first. Each claim is one of five attempts, so they are held until the end of the chat. */
  readonly #held = new Set<string>();

  constructor(space: Space) {
    this.#space = space;
  }

  /** @throws {Error} with a message for the user, if no delivery of this message is open. */
  async settle(message: { id: string; sequence: number }, outcome: 'acknowledged' | 'declined', note: string): Promise<void> {
    const { deliveryId } = await this.#deliveryOf(message);
    const settle = () => this.#space.call('settleDelivery', { deliveryId, outcome, ...(note && { note }) });
    try {
      await settle();
    } catch (error) {
      if (!(error instanceof ConflictError) || error.code !== 'lease_lost') throw error;
      if (await this.#claim(deliveryId)) await settle();
    }
    this.#held.delete(deliveryId);
  }

  /** Lets in what was held. */
  async accept(message: { id: string; sequence: number }): Promise<void> {
    const { deliveryId } = await this.#deliveryOf(message);
    await this.#space.accept(deliveryId);
  }

  /** Takes note of what expects nothing; if that fails, it waits in the inbox. */
  notice(deliveryId: string): void {
    this.#space.call('claimDelivery', { deliveryId }).catch(() => {});
  }

  async releaseAll(): Promise<void> {
    const all = [...this.#held].map((deliveryId) => this.#space.call('releaseDelivery', { deliveryId }).catch(() => {}));
    if (all.length) await Promise.race([Promise.all(all), sleep(patienceMs)]);
  }

  async #deliveryOf({ id, sequence }: { id: string; sequence: number }): Promise<DeliveryView> {
    const { deliveries } = await this.#space.call('listDeliveries', { state: 'pending', after: sequence - 1, limit: 1 });
    const found = deliveries.find(({ messageId }) => messageId === id);
    if (!found) throw new Error(`#${sequence} is not directed to you, or it has been answered.`);
    return found;
  }

  /** Returns whether it still has to be settled: the claim of a delivery that expects nothing has settled it. */
  async #claim(deliveryId: string): Promise<boolean> {
    for (let claims = 0; claims < mostClaims; claims += 1) {
      const { delivery } = await this.#space.call('claimDelivery', { leaseSeconds });
      if (!delivery) throw new Error('The delivery is claimed by another program of yours, or it has ended.');
      if (delivery.deliveryId === deliveryId) return delivery.state === 'claimed';
      if (delivery.state === 'claimed') this.#held.add(delivery.deliveryId);
    }
    throw new Error('Too many messages wait for you before this one. /reply answers it at once.');
  }
}
