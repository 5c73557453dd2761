import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { contract, type OperationName } from '@parley/core';
import { startIssuer, startPostgres, startServer, type Settings } from '@parley/testing';

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    /** The contract's operations that the server's own description declares. */
    served: OperationName[];
    /** Dashboard sessions of humans, if there are any. */
    sessions: string[];
    /** The file in which tests write down what they proved. */
    notes: string;
  }
}

/** The server believes our `X-Forwarded-For`, so that each test file is a client of its own. */
interface Target {
  url: string;
  stop(): Promise<void>;
}

async function embedded(folder: string, identity: Settings): Promise<Target> {
  return startServer({ PARLEY_TRUST_PROXY: '127.0.0.1', PARLEY_DATA_DIR: join(folder, 'data'), ...identity });
}

async function onPostgres(_folder: string, identity: Settings): Promise<Target> {
  const database = await startPostgres();
  try {
    const parley = await startServer({
      PARLEY_TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: database.url,
      PARLEY_SECRET: 'conformance '.repeat(4),
      ...identity,
    });
    return {
      url: parley.url,
      stop: async () => {
        await parley.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function running(): Promise<Target> {
  return { url: process.env['PARLEY_CONFORMANCE_URL']!.replace(/\/+$/, ''), stop: async () => {} };
}

async function servedBy(url: string): Promise<OperationName[]> {
  const response = await fetch(`${url}/openapi.json`).catch((cause: unknown) => {
    throw new Error(`Nobody answers at ${url}`, { cause });
  });
  if (!response.ok) throw new Error(`${url}/openapi.json answered ${response.status}`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId?: string }>> };
  const declared = new Set(
    Object.values(paths)
      .flatMap(Object.values)
      .map(({ operationId }) => operationId),
  );
  return (Object.keys(contract()) as OperationName[]).filter((name) => declared.has(name));
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-conformance-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const start = { pglite: embedded, postgres: onPostgres, server: running }[project.name]!;
  const issuer = await startIssuer();
  const target = await start(folder, { ...issuer.settings, PARLEY_LINK_TTL_SECONDS: '12' });
  // Of somebody else's server, its own sessions: two, parted by a comma.
  const given = process.env['PARLEY_CONFORMANCE_SESSIONS']?.split(',') ?? [];
  const sessions =
    project.name === 'server' ? given : await Promise.all(['ada', 'grace', 'spender'].map((name) => issuer.session(name)));
  project.provide('sessions', sessions);
  project.provide('baseUrl', target.url);
  project.provide('served', await servedBy(target.url));
  project.provide('notes', join(folder, 'proved.txt'));
  return async () => {
    await target.stop();
    await issuer.stop();
  };
}
