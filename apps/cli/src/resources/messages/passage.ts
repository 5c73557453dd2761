import type { MessageView, Space } from '@parley/sdk';

type Passed = Pick<MessageView, 'sequence' | 'senderId'>;

const mostLookedAt = 100;

/** A part of a conversation that a command shows. The read mark moves over it as far as nothing unread was left out before. */
export class Passage {
  readonly #space: Space;
  readonly #mark: number;
  #hasGap: boolean | undefined;
  /** Up to where everything was shown. */
  readTo: number | undefined;

  /** `start`: the sequence after which it begins, if that is known. */
  constructor(space: Space, mark: number, start: number | undefined) {
    this.#space = space;
    this.#mark = mark;
    if (start !== undefined && start <= mark) this.#hasGap = false;
  }

  async show({ sequence }: Passed): Promise<void> {
    this.#hasGap ??= await this.#isUnreadBefore(sequence);
    if (!this.#hasGap) this.readTo = sequence;
  }

  leaveOut(message: Passed): void {
    this.#hasGap ||= this.#isUnread(message);
  }

  #isUnread({ sequence, senderId }: Passed): boolean {
    return sequence > this.#mark && senderId !== this.#space.participantId;
  }

  /** Whether the caller passes over messages that were never shown. */
  async #isUnreadBefore(first: number): Promise<boolean> {
    if (first <= this.#mark) return false;
    const page = { after: this.#mark, limit: mostLookedAt };
    const { messages, hasMore } = await this.#space.call('listMessages', page, { minimal: true });
    const before = messages.filter(({ sequence }) => sequence < first);
    return (hasMore && before.length === messages.length) || before.some((message) => this.#isUnread(message));
  }
}
