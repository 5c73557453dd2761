import postgres from 'postgres';
import { startPostgres, type TestPostgres } from '@parley/testing';
import { startGenerator, type Generator } from './load/load.ts';
import { startParley } from './parley.ts';
import { createTable } from './postgres/insert.ts';
import { insertsInto, type Inserts } from './postgres/insert-rate.ts';
import { scratch } from './scratch.ts';
import type { Row, Skipped } from './table.ts';

/** How much is measured, and for how long. */
export interface Pace {
  quick: boolean;
  rounds: number;
  /** For rows that only show the way to those with a goal. */
  fewRounds: number;
  ms: number;
  clients: readonly number[];
  manySpaces: number;
}

interface Postgres {
  url: string;
  version: string;
  inserts: Inserts;
}

/** What every section may use. */
export interface Stage {
  pace: Pace;
  generator: Generator;
  /** Settings that tell Parley where its data is: in PostgreSQL if there is one. */
  place: Record<string, string>;
  postgres: Postgres | { missing: string };
}

/** One part of the table. */
export type Measure = (stage: Stage) => Promise<(Row | Skipped)[]>;

// A checkpoint in the middle of a round would fall on whoever is measured then.
const calm = ['max_wal_size=8GB', 'checkpoint_timeout=30min'];

/** Starts what is needed, and takes it down again. */
export async function onStage(pace: Pace, work: (stage: Stage) => Promise<void>): Promise<void> {
  const generator = startGenerator();
  let database: TestPostgres | undefined;
  try {
    const data = await startPostgres(calm)
      .then((started) => withTables((database = started)))
      .catch((error: unknown) => ({
        place: { PARLEY_DATA_DIR: scratch('data') },
        postgres: { missing: `PostgreSQL did not start: ${firstLine(error)}` },
      }));
    await work({ pace, generator, ...data });
  } finally {
    await generator.stop();
    await database?.stop();
  }
}

export const firstLine = (error: unknown): string => String(error instanceof Error ? error.message : error).split('\n')[0]!;

/** Lets Parley make its tables, and makes the one to compare with. */
async function withTables({ url }: TestPostgres): Promise<Pick<Stage, 'place' | 'postgres'>> {
  const place = { DATABASE_URL: url };
  const server = await startParley(place);
  await server.stop();
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(createTable);
  const [row] = await sql`show server_version`;
  await sql.end();
  return { place, postgres: { url, version: String(row!['server_version']), inserts: insertsInto(url) } };
}
