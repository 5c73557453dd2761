import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { Installation } from '../installation.ts';
import { signedIn, withFirstAccount } from '../visitors.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const installation = new Installation();
const { folder } = installation;
let isInstalled = false;

beforeAll(async () => {
  isInstalled = await installation.install([
    await pack('packages/core', folder),
    await pack('packages/mcp', folder),
    await pack('packages/server', folder),
  ]);
  if (!isInstalled) console.warn('SKIPPED: the installed package, because the registry of its dependencies cannot be reached');
}, 600_000);
afterAll(() => installation.remove());

/** Starts the installed server in its folder, with only a free port set. */
async function start(command = join(folder, 'node_modules/.bin/parley-server'), words: readonly string[] = []) {
  const server = installation.start(command, words, { PORT: '0' });
  onTestFinished(() => void server.kill('SIGKILL'));
  const ended = once(server, 'exit') as Promise<[number | null]>;
  let said = '';
  const found = await new Promise<{ url: string; setUpLink: string }>((resolve, reject) => {
    void ended.then(([code]) => reject(new Error(`It ended with ${code}: ${said}`)));
    for (const output of [server.stdout!, server.stderr!])
      output.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [, url, setUpLink] = /Parley listens on (\S+)[^]*Create the first account at (\S+)\n/.exec(said) ?? [];
        if (url && setUpLink) resolve({ url, setUpLink });
      });
  });
  return {
    ...found,
    stop: async (): Promise<void> => {
      server.kill('SIGTERM');
      const [code] = await ended;
      expect(code).toBe(0);
    },
  };
}

describe('packed by npm and installed in an empty folder, the server', () => {
  beforeEach(({ skip }) => skip(!isInstalled, 'the registry cannot be reached'));

  it.each(['core', 'server'])('has a manifest of %s that is valid outside the repository', (name) => {
    const read = readFileSync(join(folder, 'node_modules/@parley', name, 'package.json'), 'utf8');
    expect(read).not.toMatch(/"(catalog|workspace):/);
    expect(JSON.parse(read)).toMatchObject({ name: `@parley/${name}`, license: 'Apache-2.0' });
    for (const file of ['LICENSE', 'README.md']) expect(existsSync(join(folder, 'node_modules/@parley', name, file))).toBe(true);
  });

  it('prints its version and its settings', async () => {
    expect(await installation.run('npx', ['parley-server', '--version'])).toBe(`${manifest.version}\n`);
    expect(await installation.run('npx', ['parley-server', '--help'])).toContain('PARLEY_DATA_DIR (default: .parley)');
  });

  it('serves meetings and documentation, keeps its data in the folder, and stops on request', async () => {
    const server = await start();
    const { url, stop } = server;
    const read = async (path: string) => {
      const response = await fetch(`${url}${path}`);
      expect(response.status, path).toBe(200);
      return response.text();
    };
    const body = JSON.stringify({ name: 'Launch', description: 'Far from home' });
    const created = await fetch(`${url}/hub/space`, { method: 'POST', body });
    expect(await created.json()).toMatchObject({ ownerPrivateKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string });

    expect((await withFirstAccount(server)).html).toContain(`${signedIn} Maya`);

    expect(await read('/docs/quick-start.md')).toContain('# Quick start');
    expect(await read('/llms.txt')).toContain('/docs/settings.md');
    expect(await read('/ask?query=how+do+I+back+up')).toContain('/docs/self-hosting#how-do-i-back-up-and-restore');
    expect(await read('/docs')).toContain('href="docs/self-hosting"');
    expect(await read('/pages/icon.svg')).toContain('<svg');
    const [script] = /assets\/[^"]+\.js/.exec(await read('/')) ?? [];
    expect(await read(`/${script}`)).toContain('import');
    const notices = 'node_modules/@parley/server/dist/web/THIRD-PARTY-LICENSES.md';
    expect(readFileSync(join(folder, notices), 'utf8')).toContain('## preact');
    expect(JSON.parse(await read('/openapi.json'))).toMatchObject({ info: { version: manifest.version } });
    expect(await read('/docs/api')).toContain('<html');

    await stop();
    expect(existsSync(join(folder, '.parley/secret'))).toBe(true);
  });

  it('serves accounts as a library too', async () => {
    const program = `
      import { createApp, createLogger, readConfig, startParley } from '@parley/server';
      const parley = await startParley(readConfig({ PARLEY_DATA_DIR: 'library' }), createLogger('error'));
      const url = await (await createApp(parley)).listen({ port: 0 });
      parley.listensAt(url);
      console.log('Parley listens on ' + url);
      console.log('Create the first account at ' + url + '/setup?token=' + parley.provider.setUpToken);
      process.once('SIGTERM', () => process.exit(0));`;
    writeFileSync(join(folder, 'library.mjs'), program);
    const server = await start(process.execPath, ['library.mjs']);
    expect((await withFirstAccount(server)).html).toContain(`${signedIn} Maya`);
    await server.stop();
  });
});

it('the modules of the library and their types name only packages that it depends on', () => {
  const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
  const known = new Set<string>();
  const named = new Set<string>();
  const follow = (path: string): void => {
    if (known.has(path)) return;
    known.add(path);
    const isTypes = path.endsWith('.d.ts');
    for (const name of namesIn(readFileSync(path, 'utf8'))) {
      if (name.startsWith('.')) follow(join(path, '..', isTypes ? name.replace(/\.ts$/, '.d.ts') : name));
      else if (!name.startsWith('/') && !isBuiltin(name)) named.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)![0]);
    }
  };
  for (const entry of ['index.js', 'index.d.ts']) follow(join(dist, entry));
  const seen = [...known].filter((path) => path.includes('better-auth')).map((path) => basename(path));
  expect(seen).toEqual(['better-auth.js', 'better-auth.d.ts']);
  expect([...named].filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

/** What the compiler writes imports in quotes of two kinds, and only at the start of a line or in `import()`. */
const namesIn = (code: string): string[] =>
  [...code.matchAll(/^(?:import|export|}).* from '([^']+)';$|\bimport\(["']([^"']+)["']\)/gm)].map(
    ([, from, called]) => from ?? called!,
  );

it('a manifest is packed with versions, and restored, even after an interrupted pack', () => {
  const copy = join(folder, 'interrupted/packages/server');
  const read = () => readFileSync(join(copy, 'package.json'), 'utf8');
  mkdirSync(copy, { recursive: true });
  for (const path of [
    'scripts',
    'pnpm-workspace.yaml',
    'packages/core/package.json',
    'packages/mcp/package.json',
    'packages/server/package.json',
  ])
    cpSync(join(repository, path), join(folder, 'interrupted', path), { recursive: true });
  const step = (name: string, agent = 'npm/11') =>
    execFileSync(process.execPath, ['../../scripts/manifest.mjs', name], { cwd: copy, env: { npm_config_user_agent: agent } });
  const aVersion = expect.stringMatching(/^\d+\.\d+\.\d+/) as string;
  const original = read();
  step('prepack', 'pnpm/10');
  expect(read()).toBe(original);
  step('prepack');
  step('prepack');
  expect(JSON.parse(read())).toMatchObject({
    dependencies: { '@parley/core': aVersion, zod: aVersion },
  });
  step('postpack');
  expect([read(), readdirSync(copy)]).toEqual([original, ['package.json']]);
});
