import type { Build } from './build.ts';
import { startParley } from './parley.ts';
import type { Databases } from './postgres/databases.ts';
import { createTable } from './postgres/insert.ts';
import { insertsInto, type Inserts } from './postgres/insert-rate.ts';
import { statement } from './postgres/statement.ts';
import { scratch } from './scratch.ts';

interface Postgres {
  url: string;
  inserts: Inserts;
  /** Creates another empty database on the same server and returns its URL. */
  create(): Promise<string>;
}

/** A build and where it keeps its data: a database of its own on the common server, or a folder if there is none. */
export interface Home {
  build: Build;
  place: Record<string, string>;
  postgres: Postgres | { missing: string };
}

export async function openHome(build: Build, databases: Databases | { missing: string }): Promise<Home> {
  if ('missing' in databases) return { build, place: { PARLEY_DATA_DIR: scratch('data') }, postgres: databases };
  const url = await databases.create();
  const place = { DATABASE_URL: url };
  const server = await startParley(build, place);
  await server.stop();
  await statement(url, createTable);
  return { build, place, postgres: { url, inserts: insertsInto(url), create: () => databases.create() } };
}
