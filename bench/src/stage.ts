import postgres from 'postgres';
import { startPostgres, type TestPostgres } from '@parley/testing';
import { startGenerator, type Generator } from './load/load.ts';
import { startParley } from './parley.ts';
import { createTable } from './postgres/insert.ts';
import { insertsInto, type Inserts } from './postgres/insert-rate.ts';
import { scratch } from './scratch.ts';
import type { Row, Skipped } from './table.ts';

/** The amount and duration of measurements. */
export interface Pace {
  quick: boolean;
  rounds: number;
  /** For rows without a goal. */
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

/** The resources of every section. */
export interface Stage {
  pace: Pace;
  generator: Generator;
  /** Settings for the data of Parley: PostgreSQL if available. */
  place: Record<string, string>;
  postgres: Postgres | { missing: string };
}

/** One part of the table. */
export type Measure = (stage: Stage) => Promise<(Row | Skipped)[]>;

// A checkpoint during a round would distort it.
const calm = ['max_wal_size=8GB', 'checkpoint_timeout=30min'];

/** Starts and stops what the measurements need. */
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

/** Lets Parley create its tables, and creates the one for comparison. */
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
