import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack } from '@parley/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scratch, served } from './meeting.ts';
import { packageDir, run } from './run.ts';

const server = served();
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
  const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1'];
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

describe('with the packed types and @trpc/client, and no other package of ours, an outsider', () => {
  beforeEach(({ skip }) => skip(!isInstalled, 'the registry cannot be reached'));

  test('has no server, and none of its packages', async () => {
    expect(await readdir(join(project, 'node_modules/@parley'))).toEqual(['sdk']);
    expect((await readdir(join(project, 'node_modules'))).filter((name) => /^(zod|fastify|drizzle-orm)$/.test(name))).toEqual([]);
  });

  test('compiles strictly, libraries included, and holds a meeting by batches, by streams and by a subscription', async () => {
    await copyFile(join(packageDir, 'test/fixtures/outsider.ts'), join(project, 'outsider.ts'));
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
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['outsider.ts'] }));
    const compiled = await run(tsc, ['-p', project], { cwd: project });
    expect(compiled.code, compiled.said).toBe(0);

    const { code, said } = await run(process.execPath, ['outsider.js'], { cwd: project, env: { PARLEY_URL: server.url } });
    expect(said).toMatch(/^\d+ Owner: Hello$/m);
    expect(code, said).toBe(0);
  });
});
