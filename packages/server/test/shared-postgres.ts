import { tables } from '../src/resources/index.ts';
import { randomUUID } from 'node:crypto';
import { startPostgres } from '@parley/testing';
import connect from 'postgres';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { slotCounts } from '../src/engine/write/connection-slots.ts';
import { openDatabase } from '../src/engine/store/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL that all files share, and its database with all tables: copies of that need no migrations. */
    postgres: { url: string; template: string };
  }
}

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

const newName = (): string => `parley_${randomUUID().replaceAll('-', '')}`;
const addressOf = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Starts it, once for a run of tests. Several processes of several files are connected at a time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres(['max_connections=400']);
  const template = newName();
  await run(url, `create database ${template}`);
  const floor = { bytes: 0, crossed: () => {} };
  const database = await openDatabase({ url: addressOf(url, template), dataDir: null, tables, slots: slotCounts, floor });
  await database.close();
  project.provide('postgres', { url, template });
  return async () => {
    await run(url, `drop database ${template}`);
    await stop();
  };
}

/** A database of its own, which has all tables and no rows. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, template } = inject('postgres');
  const name = newName();
  await retried(() => run(url, `create database ${name} template ${template}`));
  return { url: addressOf(url, name), drop: () => retried(() => run(url, `drop database ${name} with (force)`)) };
}

/** PostgreSQL waits five seconds for the end of other connections. */
const retried = async (work: () => Promise<void>, tries = 12): Promise<void> =>
  work().catch((error: { code?: string }) => {
    if (error.code !== '55006' || tries === 0) throw error;
    return retried(work, tries - 1);
  });

async function run(url: string, statement: string): Promise<void> {
  const client = connect(url, { max: 1 });
  await client.unsafe(statement).finally(() => client.end());
}
