import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProxy } from '../proxy.ts';
import { usual, type Ours } from '../servers.ts';
import { hold } from '../suite.ts';

const home = join(import.meta.dirname, '../..');
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;

let server: Ours;
let folder: string;
beforeAll(async () => {
  server = await usual('pglite');
  folder = mkdtempSync(join(tmpdir(), 'parley-outsider-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

/** Runs the package like a user, outside the repository. */
function npx(...words: string[]): { code: number; said: string } {
  try {
    const said = execFileSync('npx', ['--no-install', '@parley/conformance', ...words], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { code: 0, said };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, said: stdout + stderr };
  }
}

describe('the package, in an empty folder', () => {
  it('needs nothing else, and checks a server', () => {
    const { packageManager } = manifestOf(join(home, '../..'));
    const pnpm = ['exec', '--yes', `--package=${packageManager}`, '--', 'pnpm', 'pack', '--pack-destination', folder];
    execFileSync('npm', pnpm, { cwd: home, stdio: 'pipe' });
    const { name, version } = manifestOf(home);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const tarball = `./${name!.replace('@', '').replace('/', '-')}-${version}.tgz`;
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder, stdio: 'pipe' });

    const installed = join(folder, 'node_modules/@parley/conformance');
    expect(readFileSync(join(installed, 'package.json'), 'utf8')).not.toMatch(/catalog:|workspace:/);
    expect(manifestOf(installed)['dependencies']).toBeUndefined();
    for (const file of ['LICENSE', 'README.md', 'dist/THIRD-PARTY-LICENSES.txt']) {
      expect(readFileSync(join(installed, file), 'utf8')).not.toBe('');
    }
    const { code, said } = npx(server.url, '--only', 'createSpace');
    expect(said).toMatch(/ \d\d kept, 0 broken, \d+ skipped/);
    expect(code).toBe(0);
    expect(npx('--help')).toMatchObject({ code: 0, said: expect.stringContaining('Usage: conformance URL') });
  });
});

describe('the command exits with 2', () => {
  it.each([
    ['without a URL', []],
    ['with an invalid URL', ['parley']],
    ['with another protocol', ['ftp://127.0.0.1']],
    ['with an option that does not exist', ['http://127.0.0.1:1', '--fast']],
    ['with an invalid number', ['http://127.0.0.1:1', '--parallel', 'all']],
  ])('%s, and prints its usage', async (_, words) => {
    const { code, said } = await hold({}, ...words);
    expect(code).toBe(2);
    expect(said).toContain('Usage: conformance URL');
  });

  it('if no server answers', async () => {
    expect(await hold({ url: 'http://127.0.0.1:1' })).toMatchObject({
      code: 2,
      said: expect.stringContaining('No server answers'),
    });
  });

  it('if an address can create too few spaces for it, and says in one line how to start a server', async () => {
    const strict = await usual('pglite', { PARLEY_SPACES_PER_HOUR: '3' });
    const { code, said, report } = await hold(strict).finally(() => strict.stop());
    expect([code, report]).toEqual([2, undefined]);
    const [line, ...more] = said
      .trim()
      .split('\n')
      .filter((each) => !each.startsWith('✗'));
    expect(line).toMatch(
      /^The server limits what one address can do: createSpace is refused for another \d+ s\. .*PARLEY_TRUST_PROXY=/,
    );
    expect(more).toEqual([]);
  });

  it('if no check matches the name', async () => {
    const { code, said } = await hold({ url: server.url }, '--only', 'no such check');
    expect([code, said]).toEqual([2, expect.stringContaining('No check matches this name')]);
  });
});

it('a server that refuses for a short time is waited for', async () => {
  let refusals = 0;
  const busy = await startProxy(server.url, {
    instead: (method, path) => {
      if (method !== 'POST' || path !== '/hub/space' || (refusals += 1) > 3) return undefined;
      return { status: 429, headers: { 'retry-after': '1' }, body: { error: 'Too many requests', code: 'rate_limited' } };
    },
  });
  const { code, said } = await hold({ ...server, url: busy.url }, '--only', 'createSpace');
  await busy.stop();
  expect(said).toContain(' 0 broken');
  expect([code, refusals > 3]).toEqual([0, true]);
});
