import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack } from '@parley/testing';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { scratch } from '../meeting.ts';
import { packageDir, run } from '../run.ts';

const server = inject('server');
const project = scratch();
const others = ['@trpc/client', '@trpc/server', 'eventsource'];
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;
const tsc = join(packageDir, 'node_modules/.bin/tsc');
let isInstalled = false;

/** The version that this repository uses. */
async function pinned(name: string): Promise<string> {
  const manifest = await readFile(join(packageDir, 'node_modules', name, 'package.json'), 'utf8');
  return `${name}@${(JSON.parse(manifest) as { version: string }).version}`;
}

beforeAll(async () => {
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0'];
  const installed = await run(
    'npm',
    [...words, await pack('packages/sdk', project), ...(await Promise.all(others.map(pinned)))],
    { cwd: project },
  );
  isInstalled = installed.code === 0;
  if (!isInstalled) {
    expect(installed.said).toMatch(unreachable);
    console.warn('SKIPPED: the types for outsiders, because the registry of @trpc/client cannot be reached');
  }
});

describe('with the packed types and @trpc/client, and no other package of ours, a third-party project', () => {
  beforeEach(({ skip }) => skip(!isInstalled, 'the registry cannot be reached'));

  test('has no server, and none of its packages', async () => {
    expect(await readdir(join(project, 'node_modules/@parley'))).toEqual(['sdk']);
    expect((await readdir(join(project, 'node_modules'))).filter((name) => /^(zod|fastify|drizzle-orm)$/.test(name))).toEqual([]);
  });

  test('compiles strictly, libraries included, and holds a meeting by batches, by streams and by a subscription', async () => {
    await copyFile(join(packageDir, 'test/fixtures/outsider.ts'), join(project, 'outsider.ts'));
    await compile('outsider.ts');
    expect(await meet('outsider.js')).toMatch(/^\d+ Owner: Hello$/m);
  });

  test('reads a guide whose first piece of code is a whole meeting, and whose others compile', async () => {
    const guide = await readFile(join(packageDir, '../../docs/guide/trpc.md'), 'utf8');
    const [whole, ...pieces] = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
    const files = ['guide.ts', ...pieces.map((_, i) => `piece-${i}.ts`)];
    expect(files).toHaveLength(4);
    await Promise.all([whole!, ...pieces.map(framed)].map((code, i) => writeFile(join(project, files[i]!), code)));
    await compile(...files);
    expect(await meet('guide.js')).toBe('Owner: How about Tuesday?\n');
  });
});

/** What the code blocks use without declaring it. */
const framed = (code: string): string => `import type { AppRouter, SubscribedEvent } from '@parley/sdk/trpc';
import { createTRPCClient, httpLink, isTRPCClientError, type TRPCClient } from '@trpc/client';
declare const url: string, key: string, spaceId: string, artifactId: string, kept: string;
declare function remember(id: string, event: SubscribedEvent): void;
declare function finish(): void;
${code.includes('const client =') ? '' : 'declare const client: TRPCClient<AppRouter>;'}
${code}`;

async function compile(...files: string[]): Promise<void> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: [],
  };
  await writeFile(join(project, 'node.d.ts'), 'declare const process: { env: Record<string, string | undefined> };');
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['node.d.ts', ...files] }));
  const { code, said } = await run(tsc, ['-p', project], { cwd: project });
  expect(code, said).toBe(0);
}

/** The output of a program that holds a meeting on the server. */
async function meet(program: string): Promise<string> {
  const { code, said } = await run(process.execPath, [program], { cwd: project, env: { PARLEY_URL: server.url } });
  expect(code, said).toBe(0);
  return said;
}
