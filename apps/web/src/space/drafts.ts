import type { Attachment, Expects } from '@parley/sdk';
import { signal, type ReadonlySignal } from '@preact/signals';

const prefixes = { draft: 'parley draft ', image: 'parley image ' };

/** A file that is sent with a message. */
export type DraftFile = Pick<Attachment, 'fileId' | 'name' | 'bytes'>;

/** A file on its way to the draft. */
export interface Upload {
  /** Sent with it, so that trying again stores it once. */
  readonly once: string;
  readonly file: File;
  /** How many of its bytes are sent. */
  readonly sent: number;
  /** Why it was not stored. */
  readonly refusal?: string | undefined;
}

/** What somebody is writing. It is stored on every input, until its message is acknowledged or waits in the outbox. */
export interface Draft {
  text: string;
  /** A data URI. */
  image?: string | undefined;
  /** Files that the space has. */
  attachments?: readonly DraftFile[] | undefined;
  /** Sent with the message, so that sending it again has no second effect. It stays until the fate of the message is known. */
  once: string;
  replyTo?: string | undefined;
  /** The message that it corrects. */
  replaces?: string | undefined;
  to?: readonly string[] | undefined;
  expects?: Expects | undefined;
}

/** `randomUUID` exists only on pages of https. */
export const newOnce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const newDraft = (): Draft => ({ text: '', once: newOnce() });

export const isEmpty = ({ text, image, attachments }: Draft): boolean =>
  !text.trim() && image === undefined && attachments === undefined;

/** A draft as it was stored. */
export function draftFrom(stored: string | null, image: string | null): Draft {
  try {
    const { text, once, ...rest } = JSON.parse(stored ?? '{}') as Partial<Draft>;
    if (typeof text === 'string' && typeof once === 'string') return { ...rest, text, once, image: image ?? undefined };
  } catch {
    // It is not a draft.
  }
  return { ...newDraft(), image: image ?? undefined };
}

function storedIn(spaceId: string): Draft {
  try {
    return draftFrom(localStorage.getItem(prefixes.draft + spaceId), localStorage.getItem(prefixes.image + spaceId));
  } catch {
    return newDraft();
  }
}

function store(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // It stays in this tab.
  }
}

/** The draft of one space. All tabs show the same one: the tab that has the focus writes it, and the others take it over. */
export class DraftBox {
  /** Files that are not in the draft yet, in this tab. */
  readonly uploads = signal<readonly Upload[]>([]);
  readonly #draft = signal<Draft>(newDraft());
  readonly #answers = signal(0);
  readonly #spaceId: string;

  constructor(spaceId: string, closing: AbortSignal) {
    this.#spaceId = spaceId;
    this.#draft.value = storedIn(spaceId);
    const names = [prefixes.draft + spaceId, prefixes.image + spaceId];
    const changed = ({ key }: StorageEvent) => {
      if (key !== null && names.includes(key) && !document.hasFocus()) this.#draft.value = storedIn(spaceId);
    };
    addEventListener('storage', changed, { signal: closing });
  }

  get draft(): ReadonlySignal<Draft> {
    return this.#draft;
  }

  /** How often somebody began to reply or to correct. */
  get answers(): ReadonlySignal<number> {
    return this.#answers;
  }

  /** The draft becomes a reply. */
  answer(messageId: string): void {
    this.change({ replyTo: messageId });
    this.#answers.value += 1;
  }

  /** The draft becomes a correction. */
  correct(messageId: string, text: string): void {
    this.replace({ ...newDraft(), text, replaces: messageId });
    this.#answers.value += 1;
  }

  change(changes: Partial<Draft>): void {
    this.replace({ ...this.#draft.peek(), ...changes });
  }

  /** Without a draft, the next one begins. */
  replace(draft: Draft = newDraft()): void {
    const { image: before } = this.#draft.peek();
    const { image, ...words } = draft;
    this.#draft.value = draft;
    const isNothing = isEmpty(draft) && !draft.to && !draft.replyTo;
    store(prefixes.draft + this.#spaceId, isNothing ? undefined : JSON.stringify(words));
    // An image is large, so it is not written again on every input.
    if (image !== before) store(prefixes.image + this.#spaceId, image);
  }
}
