import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { minSecretBytes } from '../../src/engine/keys/secret.ts';
import { eventually } from '../eventually.ts';
import { snippets } from '../snippets.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const [settings, unit] = snippets('deployment', 'ini') as [string, string];
const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8').replaceAll('\\\n', '');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.warn('SKIPPED: systemd is not installed, so the unit in the guide is not checked by it');

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-deployment-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The environment that systemd makes of a file: lines `NAME=value`, and comments. */
const environment = (file: string) =>
  Object.fromEntries(
    file.split('\n').flatMap((line) => [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, name, value]) => [name!, value!])),
  );

test('the server accepts the environment file of the guide, with the embedded database and with PostgreSQL', () => {
  expect(readConfig(environment(settings))).toMatchObject({ HOST: '127.0.0.1', PORT: 8787, PARLEY_DATA_DIR: '/var/lib/parley' });
  const onPostgres = environment(settings.replaceAll(/^# (?=\w+=)/gm, ''));
  expect(readConfig(onPostgres)).toMatchObject({ DATABASE_URL: 'postgres://parley:password@127.0.0.1/parley' });
  expect(onPostgres['PARLEY_SECRET']!.length).toBeGreaterThanOrEqual(minSecretBytes);
});

test('the unit of the guide reads that file, keeps the data where it says, and has time to stop', () => {
  const keys = environment(unit);
  expect(unit).toContain('[Install]\nWantedBy=multi-user.target\n');
  expect(keys['EnvironmentFile']).toBe('/etc/parley/parley.env');
  expect(`/var/lib/${keys['StateDirectory']}`).toBe(environment(settings)['PARLEY_DATA_DIR']);
  expect(Number(keys['TimeoutStopSec'])).toBeGreaterThan(readConfig({}).PARLEY_DRAIN_SECONDS + 20);
  expect(Number(keys['LimitNOFILE'])).toBeGreaterThan(readConfig({}).PARLEY_MAX_CONNECTIONS);
  expect(existsSync(join(repository, keys['ExecStart']!.split(' ')[1]!))).toBe(true);
});

test.runIf(hasSystemd)('systemd understands every line of the unit', () => {
  const folder = temporary();
  const file = join(folder, 'parley.service');
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('parley'))).toEqual([]);
});

test('everything that the Dockerfile copies from the repository is in the repository', () => {
  const sources = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, files]) => files!.split(' '));
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) expect(existsSync(join(repository, source)), source).toBe(true);
});

test('everything that the Dockerfile takes from its build exists after a build', () => {
  const built = [...dockerfile.matchAll(/^COPY --from=build \/build\/(\S+) (\S+)$/gm)].map(
    ([, from, to]) => [from!, to!] as const,
  );
  expect(built.length).toBeGreaterThan(2);
  for (const [from, to] of built) expect([existsSync(join(repository, from)), to]).toEqual([true, from]);
});

test('the image starts the server with its settings, and its health check tells whether it serves', async () => {
  const [, env] = /^ENV (.+)$/m.exec(dockerfile)!;
  const image = Object.fromEntries(env!.split(' ').map((pair) => pair.split('=') as [string, string]));
  const commands = [...dockerfile.matchAll(/CMD (\[.+\])$/gm)].map(([, words]) => JSON.parse(words!) as [string, ...string[]]);
  const [check, start] = commands as [[string, ...string[]], [string, ...string[]]];
  expect(image).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '8787', PARLEY_DATA_DIR: '/data' });
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  // Railway refuses an image that declares one; it would only hide that nobody has mounted one.
  expect(dockerfile).not.toMatch(/^VOLUME/m);

  const variables = {
    PATH: process.env['PATH']!,
    ...image,
    PORT: String(await freePort()),
    PARLEY_DATA_DIR: join(temporary(), 'data'),
  };
  const health = () => spawnSync(check[0], check.slice(1), { env: variables }).status;
  expect(health()).toBe(1);
  const server = spawn(start[0], start.slice(1), { cwd: repository, env: variables, stdio: 'ignore' });
  onTestFinished(() => void server.kill('SIGKILL'));
  await eventually(() => health() === 0);
});
