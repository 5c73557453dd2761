import type { MessageView } from '@parley/sdk';
import type { StateAdapter } from 'chat';
import { encoded } from './place.ts';

/** As long as the Chat SDK keeps the state of a thread. */
const keptMs = 30 * 24 * 3_600_000;

/** Which thread a message belongs to. The state knows it of each reply, because a reply names only the message that it replies to. */
export class Threads {
  readonly #state: StateAdapter;
  readonly #spaceId: string;

  constructor(state: StateAdapter, spaceId: string) {
    this.#state = state;
    this.#spaceId = spaceId;
  }

  /** @param earlier - Reads the messages that it replies to, oldest first; called if the state does not know its thread. */
  async of({ id, replyTo, replaces }: MessageView, earlier?: () => Promise<MessageView[]>): Promise<string> {
    const before = replaces ?? replyTo;
    if (before === undefined) return this.#thread(id);
    const root = (await this.#rootOf(before)) ?? (await earlier?.())?.[0]?.id ?? before;
    await this.#state.set(this.#place(id), root, keptMs);
    return this.#thread(root);
  }

  /** The thread of a message of which only the id is known. */
  async at(messageId: string): Promise<string> {
    return this.#thread((await this.#rootOf(messageId)) ?? messageId);
  }

  #rootOf(messageId: string): Promise<string | null> {
    return this.#state.get<string>(this.#place(messageId));
  }

  #place(messageId: string): string {
    return `${this.#thread(messageId)}:root`;
  }

  #thread(messageId: string): string {
    return encoded({ spaceId: this.#spaceId, messageId });
  }
}
