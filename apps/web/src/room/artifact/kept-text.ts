/** A text that was written and is not stored by the service yet. */
export interface KeptText {
  /** The version that it was made for. */
  readonly baseVersion: number;
  readonly text: string;
  readonly note: string;
  readonly at: number;
}

/** `about`: the artifact or the proposal that it is for. */
const prefixOf = (spaceId: string, about: string): string => `parley text ${spaceId} ${about} `;

/** What this browser kept, the newest first. */
export function keptTexts(spaceId: string, about: string): KeptText[] {
  const prefix = prefixOf(spaceId, about);
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => JSON.parse(localStorage.getItem(name)!) as KeptText)
      .toSorted((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

export function keepText(spaceId: string, about: string, { baseVersion, text, note }: Omit<KeptText, 'at'>): void {
  try {
    localStorage.setItem(prefixOf(spaceId, about) + baseVersion, JSON.stringify({ baseVersion, text, note, at: Date.now() }));
  } catch {
    // It stays in this tab.
  }
}

export function dropText(spaceId: string, about: string, { baseVersion }: Pick<KeptText, 'baseVersion'>): void {
  try {
    localStorage.removeItem(prefixOf(spaceId, about) + baseVersion);
  } catch {
    // Nothing was stored.
  }
}
