import type { CompactSpace } from '@parley/sdk/compact';
import { signal, type ReadonlySignal } from '@preact/signals';
import { newOnce, type Draft, type DraftFile } from './drafts.ts';
import { isPassing, whyNot, whyWaiting } from './refusal.ts';

const prefix = 'parley outbox ';
const retryMs = 5_000;

/** A message on its way. */
export interface Outgoing extends Pick<Draft, 'once' | 'to' | 'expects' | 'replyTo' | 'replaces' | 'attachments'> {
  content: string;
  type: 'text' | 'image';
  /** Why the service does not take it. */
  refusal?: string | undefined;
}

/** A message cannot be empty: without a text, it says the names of its files. */
export const namesOf = (files: readonly DraftFile[]): string => files.map(({ name }) => name).join(', ');

/** The messages of a draft. What is directed, replied with and has the files is the text, if there is one. */
export function outgoingOf({ text, image, once, to, expects, replyTo, replaces, attachments }: Draft): Outgoing[] {
  const directed = replaces === undefined ? { to, expects: to && expects, replyTo, attachments } : { replaces, attachments };
  const content = text.trim() ? text : image === undefined && attachments ? namesOf(attachments) : '';
  const words = content ? [{ content, type: 'text' as const, once, ...directed }] : [];
  if (image === undefined) return words;
  return words.length > 0
    ? [{ content: image, type: 'image', once: newOnce() }, ...words]
    : [{ content: image, type: 'image', once, ...directed }];
}

/** To change a message and send it again. It keeps its key: if the message has arrived after all, another text is refused, and not doubled. */
export const draftOf = ({ content, type, once, to, expects, replyTo, replaces, attachments }: Outgoing): Draft => ({
  text: type === 'text' && !isNamesOf(content, attachments) ? content : '',
  image: type === 'image' ? content : undefined,
  ...{ once, to, expects, replyTo, replaces, attachments },
});

/** Whether a message says nothing but the names of its files. */
export const isNamesOf = (content: string, files: readonly DraftFile[] | undefined): boolean =>
  files !== undefined && content === namesOf(files);

const read = (stored: string | null): Outgoing[] => {
  try {
    return JSON.parse(stored ?? '[]') as Outgoing[];
  } catch {
    return [];
  }
};

/** Sends messages one after the other. It keeps them until the service has acknowledged them, also across a reload. */
export class Outbox {
  /** Why nothing is sent, if so. */
  readonly #waiting = signal('');
  readonly #messages = signal<readonly Outgoing[]>([]);
  readonly #space: CompactSpace;
  readonly #closing: AbortSignal;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(space: CompactSpace, closing: AbortSignal) {
    this.#space = space;
    this.#closing = closing;
    try {
      this.#messages.value = read(localStorage.getItem(this.#name));
    } catch {
      // Nothing was stored.
    }
    const changed = ({ key, newValue }: StorageEvent) => {
      if (key === this.#name) this.#messages.value = read(newValue);
    };
    addEventListener('storage', changed, { signal: closing });
    addEventListener('online', () => this.flush(), { signal: closing });
    closing.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  get messages(): ReadonlySignal<readonly Outgoing[]> {
    return this.#messages;
  }

  get waiting(): ReadonlySignal<string> {
    return this.#waiting;
  }

  add(messages: readonly Outgoing[]): void {
    this.#store([...this.#messages.value, ...messages]);
    this.flush();
  }

  remove({ once }: Outgoing): void {
    this.#store(this.#messages.value.filter((each) => each.once !== once));
  }

  /** Sends what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    if (!this.#isBusy && !this.#closing.aborted) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isBusy = true;
    for (let next; (next = this.#messages.value.find(({ refusal }) => refusal === undefined));) {
      const { content, type, to, expects, replyTo, replaces, attachments, once } = next;
      try {
        await this.#space.send(content, {
          ...{ type, expects, replyTo, replaces, to: to && [...to], idempotencyKey: once },
          attachments: attachments?.map(({ fileId }) => fileId),
          ...{ maxRetries: 1, signal: this.#closing },
        });
        this.remove(next);
        this.#waiting.value = '';
      } catch (error) {
        if (this.#closing.aborted) break;
        if (isPassing(error)) {
          this.#waiting.value = whyWaiting(error);
          this.#timer = setTimeout(() => this.flush(), retryMs);
          break;
        }
        this.#waiting.value = '';
        // Nothing was stored, so the next try is another one.
        const refused = { ...next, once: newOnce(), refusal: whyNot(error) };
        this.#store(this.#messages.value.map((each) => (each.once === once ? refused : each)));
      }
    }
    this.#isBusy = false;
  }

  get #name(): string {
    return prefix + this.#space.spaceId;
  }

  #store(messages: readonly Outgoing[]): void {
    this.#messages.value = messages;
    try {
      if (messages.length > 0) localStorage.setItem(this.#name, JSON.stringify(messages));
      else localStorage.removeItem(this.#name);
    } catch {
      // They stay in this tab.
    }
  }
}
