import type { DeliveryEvent } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';

/** What is known of a delivery. */
export type Delivered = Pick<
  DeliveryEvent,
  'deliveryId' | 'messageId' | 'senderId' | 'participantId' | 'expects' | 'state' | 'outcome' | 'note'
>;

const most = 500;

/** What became of the deliveries that a participant sent or received. */
export class Deliveries {
  readonly #space: CompactSpace;
  readonly #ofMessages = new Map<string, Signal<readonly Delivered[]>>();

  constructor(space: CompactSpace) {
    this.#space = space;
  }

  /** What is known of the deliveries of a message. */
  of(messageId: string): ReadonlySignal<readonly Delivered[]> {
    return this.#of(messageId);
  }

  /** Loads those of the messages after a sequence, and everything that waits for this participant or is held. */
  async load(after: number): Promise<void> {
    const limit = most;
    const pages = await Promise.all([
      this.#space.call('listDeliveries', { role: 'sender', state: 'all', after, limit }),
      this.#space.call('listDeliveries', { role: 'addressee', state: 'all', after, limit }),
      this.#space.call('listDeliveries', { role: 'addressee', state: 'pending', limit }),
    ]);
    this.learn(pages.flatMap(({ deliveries }) => deliveries));
  }

  /** Takes over what became of deliveries. */
  learn(deliveries: readonly Delivered[]): void {
    batch(() => {
      for (const delivery of deliveries) {
        const ofMessage = this.#of(delivery.messageId);
        const isSame = ({ deliveryId }: Delivered) => deliveryId === delivery.deliveryId;
        // An answer can be older than the last event.
        if (ofMessage.value.find(isSame)?.state === 'done') continue;
        ofMessage.value = [...ofMessage.value.filter((known) => !isSame(known)), delivery];
      }
    });
  }

  /** Those to a participant that wait and expect nothing. */
  toldTo(participantId: string): Delivered[] {
    const all = [...this.#ofMessages.values()].flatMap((ofMessage) => ofMessage.peek());
    return all.filter((each) => each.participantId === participantId && each.state === 'queued' && each.expects === 'nothing');
  }

  forget(messageId: string): void {
    this.#ofMessages.delete(messageId);
  }

  #of(messageId: string): Signal<readonly Delivered[]> {
    let known = this.#ofMessages.get(messageId);
    if (!known) this.#ofMessages.set(messageId, (known = signal([])));
    return known;
  }
}
