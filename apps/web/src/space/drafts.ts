import type { Expects } from '@parley/sdk';
import { signal, type ReadonlySignal } from '@preact/signals';

const prefixes = { draft: 'parley draft ', image: 'parley image ' };

/** What somebody is writing. It is stored on every input, until its message is acknowledged or waits in the outbox. */
export interface Draft {
  text: string;
  /** A data URI. */
  image?: string | undefined;
  /** Sent with the message, so that sending it again has no second effect. It stays until the fate of the message is known. */
  once: string;
  replyTo?: string | undefined;
  to?: readonly string[] | undefined;
  expects?: Expects | undefined;
}

/** `randomUUID` exists only on pages of https. */
export const newOnce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const newDraft = (): Draft => ({ text: '', once: newOnce() });

export const isEmpty = ({ text, image }: Draft): boolean => !text.trim() && image === undefined;

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

  /** How often somebody began to reply. */
  get answers(): ReadonlySignal<number> {
    return this.#answers;
  }

  /** The draft becomes a reply. */
  answer(messageId: string): void {
    this.change({ replyTo: messageId });
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
