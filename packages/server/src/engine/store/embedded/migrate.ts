import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Row } from '../connection.ts';
import { assertNotNewer } from '../migrations.ts';

/** Applies the migrations that the database does not have yet, all or none. */
export async function migrateEmbedded(pg: PGlite, migrationsFolder: string): Promise<void> {
  const query = async (text: string) => (await pg.query<Row>(text, [], { rowMode: 'array' })).rows;
  await assertNotNewer({ query }, migrationsFolder);
  await migrate(drizzle(pg), { migrationsFolder }).catch((error: Error) => {
    const { message } = (error.cause as Error | undefined) ?? error;
    throw new Error(`The embedded database's migrations failed: ${message}`);
  });
}
