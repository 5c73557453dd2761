import { startServer, Walker, type TestServer } from '@parley/testing';
import { onTestFinished } from 'vitest';
import { onPostgres, type Place } from './databases.ts';
import { serve } from './in-process.ts';

export const account = { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' };
export const other = { name: 'Lin', email: 'lin@example.org', password: 'another horse battery' };
export const signedIn = 'You are signed in as';

export type Visited = Pick<TestServer, 'url' | 'setUpLink' | 'stop'>;

/** In this process, which starts faster, unless its output is needed. */
export async function onFreshServer(settings: Record<string, string> = {}, hear?: (text: string) => void): Promise<Visited> {
  const place = await onPostgres();
  onTestFinished(place.remove);
  if (hear) return started(place, settings, hear);
  const server = await serve({ ...place.settings, ...settings });
  onTestFinished(server.stop);
  return server;
}

export async function started(
  place: Place,
  settings: Record<string, string> = {},
  hear?: (text: string) => void,
): Promise<TestServer> {
  const server = await startServer({ ...place.settings, ...settings }, hear);
  onTestFinished(() => server.stop());
  return server;
}

/** The link can contain a public URL where nothing listens. */
export async function withFirstAccount({ url, setUpLink }: Visited): Promise<Walker> {
  return (await new Walker().open(`${url}/setup${new URL(setUpLink).search}`)).submit('Create the account', account);
}

export const signIn = async ({ url }: Pick<Visited, 'url'>, email: string, password: string) =>
  (await new Walker().open(`${url}/login`)).submit('Sign in', { email, password });
