import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Human, startIssuer, startPostgres, startServer, type Settings, type TestServer } from '@parley/testing';

/** A server of ours, and the options of the suite for it. */
export interface Ours {
  url: string;
  sessions: string[];
  /** The command that approves a link request, if any. */
  approve?: string;
  stop(): Promise<void>;
}

/** A database of its own, or one that is there. */
export type Store = 'pglite' | 'postgres' | { url: string };

/** Trusts our `X-Forwarded-For`, so that each check is a separate client. */
const common: Settings = { PARLEY_TRUST_PROXY: '127.0.0.1', PARLEY_SECRET: 'conformance '.repeat(4) };

async function started(store: Store, settings: Settings): Promise<TestServer> {
  if (typeof store === 'object') return startServer({ ...common, DATABASE_URL: store.url, ...settings });
  if (store === 'postgres') {
    const database = await startPostgres();
    const server = await startServer({ ...common, DATABASE_URL: database.url, ...settings }).catch(async (error: unknown) => {
      await database.stop();
      throw error;
    });
    return { ...server, stop: () => server.stop().then(() => database.stop()) };
  }
  const folder = mkdtempSync(join(tmpdir(), 'parley-conformance-'));
  const server = await startServer({ ...common, PARLEY_DATA_DIR: join(folder, 'data'), ...settings });
  return { ...server, stop: () => server.stop().then(() => rmSync(folder, { recursive: true, force: true })) };
}

/** A server with the defaults and humans of an issuer, whose link requests expire during the run. */
export async function usual(store: Store, settings: Settings = {}): Promise<Ours> {
  const issuer = await startIssuer();
  // Less than the patience of the suite (30 s), and as much as a slow machine needs to decide and collect.
  const server = await started(store, { ...issuer.settings, PARLEY_LINK_TTL_SECONDS: '25', ...settings });
  return {
    url: server.url,
    sessions: await Promise.all(['ada', 'grace', 'spender'].map((name) => issuer.session(name))),
    stop: () => server.stop().then(() => issuer.stop()),
  };
}

const account = { name: 'Maya', email: 'maya@example.org', password: 'correct-horse-battery' };

/** A server whose locks expire during the run, with a human who approves link requests. */
export async function hasty(store: Store): Promise<Ours> {
  const server = await started(store, { PARLEY_LOCK_TTL_SECONDS: '2' });
  await new Human(server.url).setUp(server.setUpLink, account);
  const approve = `${process.execPath} ${import.meta.dirname}/approve.mjs ${server.url} ${account.email} ${account.password}`;
  return { url: server.url, sessions: [], approve, stop: () => server.stop() };
}

/** A server whose rate limit is off, without sessions of humans: much cannot be tried. */
export const unlimited = async (): Promise<Ours> => ({ ...(await started('pglite', { PARLEY_RATE_LIMIT: '0' })), sessions: [] });
