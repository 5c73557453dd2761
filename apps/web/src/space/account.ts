import { Parley } from '@parley/sdk';
import { root } from '../app/place.ts';
import { service } from './client.ts';

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

/** Undefined if nobody is signed in, or if the service does not say. */
export async function account(): Promise<Account | undefined> {
  try {
    return (await ask<{ account?: Account }>('auth/account')).account;
  } catch {
    return undefined;
  }
}

/** A client with the session of this browser: who joins with it is known to be a human with an account. */
export async function signedInClient(): Promise<Parley> {
  const { token } = await ask<{ token: string }>('auth/token');
  // The SDK does not send the option `session` with a request to join.
  return new Parley({ baseUrl: service, session: token, headers: { authorization: `Bearer ${token}` } });
}
