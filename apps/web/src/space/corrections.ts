import type { Message } from '@parley/sdk';

/** A message with its newest text. Copies have no methods, so the fields are taken one by one. */
const shownAs = (first: Message, { id, content, type, attachments }: Message): Message =>
  ({ ...first, content, type, attachments, replacedBy: id }) as Message;

/** What was said before a text, and when. */
export type FormerText = Pick<Message, 'id' | 'content' | 'type' | 'timestamp'>;

/** Messages that were corrected, as they were sent: their corrections are shown in their places. */
export class Corrections {
  readonly #firsts = new Map<string, Message>();
  /** By the id of the first message, oldest first. */
  readonly #all = new Map<string, readonly Message[]>();
  readonly #firstOf = new Map<string, string>();

  /** Takes messages as they were sent; returns those that have a place, with their newest texts. */
  take(messages: readonly Message[]): Message[] {
    const firsts: Message[] = [];
    for (const message of messages) {
      const { id, replaces } = message;
      if (replaces === undefined) {
        firsts.push(message);
        continue;
      }
      const known = this.#all.get(replaces) ?? [];
      if (this.#firstOf.has(id)) continue;
      this.#firstOf.set(id, replaces);
      this.#all.set(
        replaces,
        [...known, message].toSorted((a, b) => a.sequence - b.sequence),
      );
    }
    return firsts.map((message) => {
      const newest = this.#all.get(message.id)?.at(-1);
      if (message.replacedBy === undefined && !newest) return message;
      this.#firsts.set(message.id, message);
      return newest && !message.redacted ? shownAs(message, newest) : message;
    });
  }

  /** The newest text of a message that was sent without it. */
  shown(first: Message): Message {
    const [shown] = this.take([this.#firsts.get(first.id) ?? first]);
    return shown!;
  }

  /** The id of the message in whose place another one is shown. */
  placeOf(messageId: string): string {
    return this.#firstOf.get(messageId) ?? messageId;
  }

  /** The texts before the newest one, oldest first, as far as they are loaded. */
  formerOf(messageId: string): FormerText[] {
    const first = this.#firsts.get(messageId);
    return [...(first ? [first] : []), ...(this.#all.get(messageId)?.slice(0, -1) ?? [])];
  }

  /** The texts of a message are erased, or the message is not loaded any more. */
  forget(messageId: string): void {
    this.#firsts.delete(messageId);
    for (const { id } of this.#all.get(messageId) ?? []) this.#firstOf.delete(id);
    this.#all.delete(messageId);
  }
}
