import { pack } from '@parley/testing';
import { build } from 'esbuild';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { scratch } from '../meeting.ts';
import { packageDir, run } from '../run.ts';

const bin = (name: string) => join(packageDir, 'node_modules/.bin', name);
const server = inject('server');
const project = scratch();
let tarball: string;

beforeAll(async () => {
  tarball = await pack('packages/sdk', project);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  // Nothing but the package itself is needed, so a project gets it without any registry.
  const installed = await run('npm', ['install', '--no-save', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  expect(installed.code, installed.said).toBe(0);
  for (const script of ['meet.mjs', 'runtime.mjs', 'worker.mjs', 'workerd.capnp'])
    await copyFile(join(packageDir, 'test/fixtures', script), join(project, script));
  // A Worker is deployed as one file.
  const [worker, script] = ['worker.mjs', 'worker.js'].map((name) => join(project, name)) as [string, string];
  await build({ entryPoints: [worker], outfile: script, bundle: true, format: 'esm', logLevel: 'warning' });
});

describe('the package', () => {
  test('holds the client, its guide and its examples only, and depends on nothing', async () => {
    const inside = await readdir(join(project, 'node_modules/@parley/sdk'), { recursive: true });
    const approvals = ['ai-sdk', 'approval', 'claude-agent', 'langgraph', 'openai-agents'].map((name) => `approvals/${name}`);
    const agents = ['adk', 'ai-sdk', 'claude-agent', 'langgraph', 'mastra', 'openai-agents', 'plain'].map(
      (name) => `agents/${name}`,
    );
    const examples = [...agents, ...approvals, 'approve', 'negotiate', 'work'].map((name) => `examples/${name}.mjs`);
    const files = inside.filter((file) => file.includes('.') && !/^dist\/([\w-]+\/)*[\w-]+\.(js|d\.ts)$/.test(file));
    expect(files.toSorted()).toEqual(['README.md', 'docs/sdk.md', ...examples, 'package.json']);
    expect(inside).toContain('LICENSE');
    expect(inside.some((file) => file.includes('.test.'))).toBe(false);
    expect(await readdir(join(project, 'node_modules'))).toEqual(expect.not.arrayContaining(['zod']) as unknown);
    const manifest = JSON.parse(await readFile(join(project, 'node_modules/@parley/sdk/package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ sideEffects: false, peerDependenciesMeta: { '@trpc/server': { optional: true } } });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(d|devD|optionalD)ependencies$/)]));
    expect(JSON.stringify(manifest)).not.toMatch(/"(catalog|workspace):/);
  });

  test('shows no type of the server, of zod or of Node, and of tRPC in its types for clients of tRPC alone', async () => {
    const dist = join(packageDir, 'dist');
    const declarations = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
    expect(declarations.length).toBeGreaterThan(10);
    for (const file of declarations) {
      const text = await readFile(join(dist, file), 'utf8');
      expect(text.match(/zod|@parley\/(core|server|testing)|NodeJS|\bBuffer\b|node:/g), file).toBeNull();
      for (const [, from] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g))
        expect(from, file).toMatch(
          file === 'trpc.d.ts' ? /^(@trpc\/server|\.\/[\w/-]+\.[jt]s)$/ : /^\.{1,2}\/(\.\.\/)*[\w/-]+\.[jt]s$/,
        );
    }
  });

  test('fits the contract type by type, as its type tests say to the compiler', async () => {
    const { code, said } = await run(bin('tsc'), ['-p', '.']);
    expect(code, said).toBe(0);
  });

  test('is sound to publint and to Are the types wrong', async () => {
    const publint = await run(bin('publint'), ['run', tarball, '--strict']);
    expect(publint.code, publint.said).toBe(0);
    const attw = await run(bin('attw'), [tarball, '--profile', 'esm-only', '--no-emoji', '--no-color']);
    expect(attw.code, attw.said).toBe(0);
  });

  const browser = { types: [], lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'] };
  const node = { types: ['node'], typeRoots: [join(packageDir, 'node_modules/@types')], lib: ['es2023'] };
  test.each([
    ['a browser', browser],
    ['Node', node],
  ])('is typed for a strict project that knows nothing but %s', async (_, known) => {
    await writeFile(
      join(project, 'use.ts'),
      `import { Parley, LockedError, type Space, type SpaceEvent, type EventData } from '@parley/sdk';
       const space: Space = await new Parley({ baseUrl: '', timeoutMs: 1, debug: true }).createSpace({ name: '', description: '', agenda: undefined });
       const heard = (event: SpaceEvent): string => (event.type === 'message' && event.data.isMine ? event.data.content : event.type);
       const requestId: string | null = (await space.get().withResponse()).response.headers.get('x-request-id');
       for await (const event of space.events({ after: 'now' })) heard(event);
       const reason: EventData['space-closed']['reason'] = 'expired';
       // @ts-expect-error an artifact has no such member
       new LockedError('').nothing;
       // @ts-expect-error a space has a description
       await new Parley({ baseUrl: '' }).createSpace({ name: reason });`,
    );
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      ...known,
    };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }));
    const { code, said } = await run(bin('tsc'), ['-p', project], { cwd: project });
    expect(code, said).toBe(0);
  });
});

describe('installed from its tarball it meets, talks, listens and edits', () => {
  const runtimes: [name: string, command: string, words: string[], last: string][] = [
    ['Node 20.19 or what runs these tests', process.execPath, [], 'runtime.mjs'],
    ['Node 24', 'npx', ['--yes', 'node@24'], 'runtime.mjs'],
    ['Bun', 'npx', ['--yes', 'bun@1.4.5'], 'runtime.mjs'],
    ['Deno', 'npx', ['--yes', 'deno@2.9.6', 'run', '--allow-net', '--allow-env', '--node-modules-dir=manual'], 'runtime.mjs'],
    ['workerd, which runs Workers', 'npx', ['--yes', 'workerd@1.20260730.1', 'test'], 'workerd.capnp'],
  ];
  for (const [name, command, words, last] of runtimes) {
    test(`on ${name}`, async (context) => {
      const { code: missing, said: why } = await run(command, [...words.slice(0, 2), '--version'], { cwd: project });
      if (missing !== 0) {
        console.warn(`SKIPPED: the package on ${name}, which could not be had: ${why.trim()}`);
        context.skip(`${name} could not be had`);
      }
      const { code, said } = await run(command, [...words, last], { cwd: project, env: { PARLEY_URL: server.url } });
      expect(said).toMatch(/All done Space/);
      expect(said).not.toContain('secret');
      expect(code, said).toBe(0);
    });
  }
});
