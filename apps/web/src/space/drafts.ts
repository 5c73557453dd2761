const prefix = 'parley draft ';

/** What somebody is writing. It is stored on every input, until its message is acknowledged. */
export interface Draft {
  text: string;
  /** Sent with the message, so that sending it again has no second effect. */
  once: string;
  replyTo?: string;
  to?: readonly string[];
}

/** `randomUUID` exists only on pages of https. */
export const newDraft = (): Draft => ({
  text: '',
  once: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
});

export function draftIn(spaceId: string): Draft {
  try {
    const stored = localStorage.getItem(prefix + spaceId);
    return stored === null ? newDraft() : (JSON.parse(stored) as Draft);
  } catch {
    return newDraft();
  }
}

export function keepDraft(spaceId: string, draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(prefix + spaceId, JSON.stringify(draft));
    else localStorage.removeItem(prefix + spaceId);
  } catch {
    // It stays in this tab.
  }
}
