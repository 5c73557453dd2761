import { signal } from '@preact/signals';

/** The subscription of this browser, as far as the server was told of it. */
export interface Told {
  readonly endpoint: string;
  /** The ids of the participants who are notified here, by space. */
  readonly participants: Readonly<Record<string, string>>;
}

const name = 'parley notifications';

function load(): Told | undefined {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? 'null') as Told | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if notifications are off in this browser. */
export const told = signal(load());

// Another tab has changed it.
addEventListener('storage', ({ key }) => {
  if (key === null || key === name) told.value = load();
});

export function rememberTold(now: Told | undefined): void {
  told.value = now;
  try {
    if (now) localStorage.setItem(name, JSON.stringify(now));
    else localStorage.removeItem(name);
  } catch {
    // It stays in this tab.
  }
}
