import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { Connection } from './connection.ts';
import { planning } from './planning.ts';

/** Any number: all processes that start on one database agree on it, so that one migrates while the others wait. */
const migrationLock = 7_027_539;

const sameEverywhere = {
  int8: { to: 20, from: [20], parse: Number, serialize: String },
  json: { to: 114, from: [114, 3802], parse: (text: string) => text, serialize: (text: string) => text },
};

export const application_name = 'parley';

export const options = {
  // Array types need not be fetched: arrays travel as literals.
  fetch_types: false,
  types: sameEverywhere,
  onnotice: () => {},
  // Seconds until a lost connection is tried again; the default waits up to 20.
  backoff: () => 0.2,
  connect_timeout: 10,
};

const connect = (url: string, max: number, settings: Record<string, string> = {}) =>
  postgres(url, { ...options, max, connection: { application_name, ...settings } });

const cut = /^(CONNECTION_CLOSED|CONNECT_TIMEOUT|ECONNRESET|EPIPE|57P0[123])$/;
const isCut = (error: unknown): boolean => cut.test(String((error as { code?: unknown }).code ?? ''));

/**
 * A pool that is replaced once a connection of it was cut: postgres.js 3.4.9 brings such a connection back with the error and
 * the half-written message of its former life, so that it refuses or delays what comes next.
 */
export function openPostgres(url: string, max: number, statementTimeoutMs = 30_000): Connection {
  // A statement that waits for what never ends gives its connection back.
  const settings = { ...planning, statement_timeout: String(statementTimeoutMs) };
  let client = connect(url, max, settings);
  let closing = false;
  const replace = (broken: typeof client) => {
    if (client !== broken || closing) return;
    client = connect(url, max, settings);
    void broken.end({ timeout: 1 });
  };
  return {
    async query(text, params = []) {
      const used = client;
      try {
        return await used.unsafe(text, params as never[], { prepare: true }).values();
      } catch (error) {
        if (isCut(error)) replace(used);
        throw error;
      }
    },
    async close() {
      closing = true;
      await client.end({ timeout: 5 });
    },
  };
}

export async function migratePostgres(url: string, migrationsFolder: string): Promise<void> {
  // However long another process migrates, and whatever the role is used to.
  const client = connect(url, 1, { statement_timeout: '0', lock_timeout: '0' });
  try {
    await client`select pg_advisory_lock(${migrationLock}::int)`;
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}
