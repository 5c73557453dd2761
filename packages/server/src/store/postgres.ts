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

const connect = (url: string, max: number, settings: Record<string, string> = {}) =>
  postgres(url, {
    max,
    // Array types need not be fetched: arrays travel as literals.
    fetch_types: false,
    types: sameEverywhere,
    onnotice: () => {},
    // Seconds until a lost connection is tried again; the default waits up to 20.
    backoff: () => 0.2,
    connection: { application_name: 'parley', ...settings },
  });

export type Client = ReturnType<typeof connect>;

export function openPostgres(url: string, max: number): Connection & { readonly client: Client } {
  const client = connect(url, max, planning);
  return {
    kind: 'postgres',
    client,
    async query(text, params = []) {
      const rows = await client.unsafe(text, params as never[], { prepare: true }).values();
      return rows;
    },
    close: () => client.end({ timeout: 5 }),
  };
}

export async function migratePostgres(url: string, migrationsFolder: string): Promise<void> {
  const client = connect(url, 1);
  try {
    await client`select pg_advisory_lock(${migrationLock}::int)`;
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}
