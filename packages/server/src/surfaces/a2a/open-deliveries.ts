import type { EventBody } from '@parley/core';
import type { TaskReference } from '../../a2a-protocol/protocol.ts';
import { lookUp, type A2aCall } from './call.ts';

/** How many are remembered; the rest is read when these are done. */
const most = 1_000;

/** The messages with an open delivery to one participant, kept up to date by the events of a stream. */
export class OpenDeliveries {
  readonly #reference: TaskReference;
  readonly #call: A2aCall;
  #messages: Set<string>;
  /** Whether more are open than remembered. */
  #isPartial: boolean;
  #changes = 0;

  private constructor(reference: TaskReference, call: A2aCall, { open, isPartial }: Found) {
    this.#reference = reference;
    this.#call = call;
    this.#messages = open;
    this.#isPartial = isPartial;
  }

  /** Those of messages up to a sequence; events announce the later ones. */
  static async upTo(sequence: number, reference: TaskReference, call: A2aCall): Promise<OpenDeliveries> {
    return new OpenDeliveries(reference, call, await openIn(reference, call, sequence));
  }

  get any(): boolean {
    return this.#messages.size > 0 || this.#isPartial;
  }

  has(messageId: string): boolean {
    return this.#messages.has(messageId);
  }

  /** `next`: what became of it at once, for those who hold or refuse messages of its sender. */
  sent({ id, to }: EventBody<'message'>, next: readonly EventBody<'delivery'>[] = []): void {
    const { participantId } = this.#reference;
    if (!to?.includes(participantId)) return;
    const mine = next.find((each) => each.messageId === id && each.participantId === participantId);
    if (!mine || isOpen(mine.state)) this.#add(id);
  }

  moved({ messageId, participantId, state }: EventBody<'delivery'>): void {
    if (participantId !== this.#reference.participantId) return;
    this.#changes += 1;
    if (isOpen(state)) this.#add(messageId);
    else this.#messages.delete(messageId);
  }

  /** Whether only the store knows if any are open. */
  get isUnknown(): boolean {
    return this.#isPartial && this.#messages.size === 0;
  }

  /** Uses what it read only if no event came in the meantime, which could have changed it. */
  async look(): Promise<void> {
    const changes = this.#changes;
    const { open, isPartial } = await openIn(this.#reference, this.#call, Infinity);
    if (changes !== this.#changes) return;
    this.#messages = open;
    this.#isPartial = isPartial;
  }

  #add(messageId: string): void {
    this.#changes += 1;
    if (this.#messages.size < most) this.#messages.add(messageId);
    else this.#isPartial = true;
  }
}

const isOpen = (state: EventBody<'delivery'>['state']): boolean => state === 'queued' || state === 'claimed';

interface Found {
  open: Set<string>;
  isPartial: boolean;
}

async function openIn({ spaceId }: TaskReference, call: A2aCall, upTo: number): Promise<Found> {
  const found = await lookUp('listDeliveries', { spaceId, limit: most }, call);
  const before = found.deliveries.filter(({ sequence }) => sequence <= upTo);
  return { open: new Set(before.map(({ messageId }) => messageId)), isPartial: found.hasMore };
}
