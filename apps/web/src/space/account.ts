import { signal } from '@preact/signals';
import { CompactParley } from '@parley/sdk/compact';
import { useEffect } from 'preact/hooks';
import { root } from '../app/place.ts';
import { parley, service } from './client.ts';

/** The account that this browser is signed in to. */
export interface Account {
  name: string;
  email: string;
}

async function ask<Told>(path: string): Promise<Told> {
  const response = await fetch(new URL(path, root), { cache: 'no-store' });
  if (!response.ok) throw new Error('Your account could not be reached. Try again, or sign in again.');
  return (await response.json()) as Told;
}

/** As the service last said: undefined until then, null if nobody is signed in. */
const known = signal<Account | null | undefined>(undefined);

async function look(): Promise<void> {
  try {
    known.value = (await ask<{ account?: Account }>('auth/account')).account ?? null;
  } catch {
    known.value = null;
  }
}

let looked: Promise<void> | undefined;
// Somebody may have signed in or out before they came back to this page.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && looked) looked = look();
});

/** The account, or null if nobody is signed in, or if the service does not say; undefined until it has answered. */
export function useAccount(): Account | null | undefined {
  useEffect(() => void (looked ??= look()), []);
  return known.value;
}

/** A client with the session of this browser: who joins with it is known to be a human with an account. */
export async function signedInClient(): Promise<CompactParley> {
  const { token } = await ask<{ token: string }>('auth/token');
  // The SDK does not send the option `session` with a request to create or join a space.
  return new CompactParley({ baseUrl: service, session: token, headers: { authorization: `Bearer ${token}` } });
}

/** A client with the session of this browser, if it has one. */
export const clientOf = async (signedIn: Account | null | undefined): Promise<CompactParley> =>
  signedIn ? signedInClient() : parley;
