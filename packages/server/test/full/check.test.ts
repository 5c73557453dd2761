import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNats, runServer, startMailServer, startNats, startServer, type Settings } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onOwnPostgres } from '../databases.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** What `parley-server check` says of each part, and its exit code. */
async function checked(settings: Settings): Promise<{ code: number | null; said: Record<string, string>; stdout: string }> {
  const { code, stdout, stderr } = await runServer({ PARLEY_DATA_DIR: join(temporary(), 'data'), ...settings }, ['check']);
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^(ok {6}|FAILED {2})[a-z ]+: ./);
  const said = Object.fromEntries(lines.map((line) => [/^\w+ +([a-z ]+): /.exec(line)![1]!, line]));
  return { code, said, stdout };
}

const secret = 'the same for every process of the tests';

describe('on the embedded database', () => {
  test('a new folder is fine, and nothing is created', async () => {
    const folder = temporary();
    const { code, said } = await checked({ PARLEY_DATA_DIR: join(folder, 'deep/data') });
    expect([code, Object.keys(said)]).toEqual([0, ['settings', 'data folder', 'database']]);
    expect(said['data folder']).toContain('can be created');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder in use is fine while its server runs, and is looked into when it does not', async () => {
    const folder = join(temporary(), 'data');
    const server = await startServer({ PARLEY_DATA_DIR: folder });
    const running = await checked({ PARLEY_DATA_DIR: folder });
    expect([running.code, running.said['database']]).toEqual([0, expect.stringContaining(`in use by process ${server.pid}`)]);
    await server.stop();
    const { code, said } = await checked({ PARLEY_DATA_DIR: folder });
    expect([code, said['database']]).toEqual([0, expect.stringContaining('has all migrations of this release')]);
  });

  test('a folder that is a file, and a full disk, are named', async () => {
    const file = join(temporary(), 'file');
    writeFileSync(file, '');
    const wrong = await checked({ PARLEY_DATA_DIR: join(file, 'data') });
    expect([wrong.code, wrong.said['data folder']]).toEqual([1, expect.stringMatching(/^FAILED .*cannot be written to/)]);
    const full = await checked({ PARLEY_MIN_FREE_DISK: String(Number.MAX_SAFE_INTEGER) });
    expect([full.code, full.said['data folder']]).toEqual([1, expect.stringMatching(/^FAILED .*PARLEY_MIN_FREE_DISK/)]);
  });
});

describe('on PostgreSQL', () => {
  test('a new database, one that a server has used, and one that is newer', async () => {
    const place = await onOwnPostgres();
    onTestFinished(place.remove);
    const fresh = await checked(place.settings);
    expect([fresh.code, Object.keys(fresh.said)]).toEqual([0, ['settings', 'database', 'bus']]);
    expect(fresh.said['database']).toMatch(/the next start will apply \d+ migrations/);
    const alone = { ...place.settings, PARLEY_DATABASE: 'citus' };
    expect((await checked(alone)).said['database']).toMatch(/^FAILED .*PARLEY_DATABASE is citus, but .* no extension citus/);
    expect((await runServer(alone)).stderr).toMatch(/^PARLEY_DATABASE is citus, but [^\n]+\n$/);
    expect(await place.sql(`select 1 from pg_tables where schemaname in ('public', 'drizzle')`)).toHaveLength(0);

    await (await startServer(place.settings)).stop();
    const used = await checked(place.settings);
    expect([used.code, used.said['database'], used.said['bus']]).toEqual([
      0,
      expect.stringContaining('has all migrations of this release'),
      expect.stringContaining('notifications of PostgreSQL arrive'),
    ]);
    const other = await checked({ ...place.settings, PARLEY_SECRET: `another ${secret}` });
    expect([other.code, other.said['database']]).toEqual([1, expect.stringMatching(/^FAILED .*PARLEY_SECRET is not the secret/)]);
    expect(other.stdout).not.toContain(secret);

    await place.sql(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`);
    const newer = await checked(place.settings);
    expect([newer.code, newer.said['database']]).toEqual([1, expect.stringMatching(/^FAILED .*newer release of Parley/)]);
  });

  test('an unreachable database and an unreachable Redis are named, without passwords', async () => {
    const { code, said, stdout } = await checked({
      DATABASE_URL: 'postgres://parley:hidden-password@127.0.0.1:1/parley',
      REDIS_URL: 'redis://:hidden-password@127.0.0.1:1',
      PARLEY_SECRET: secret,
    });
    expect([code, said['database'], said['bus']]).toEqual([
      1,
      expect.stringMatching(/^FAILED .*127\.0\.0\.1:1/),
      expect.stringMatching(/^FAILED /),
    ]);
    expect(stdout).not.toContain('hidden-password');
  });
});

test('an unreachable NATS is named, without passwords', async () => {
  const { code, said, stdout } = await checked({ NATS_URL: 'nats://parley:hidden-password@127.0.0.1:1' });
  expect([code, said['bus']]).toEqual([1, expect.stringMatching(/^FAILED /)]);
  expect(stdout).not.toContain('hidden-password');
});

test.runIf(hasNats())('a NATS that answers is fine', async () => {
  const nats = await startNats();
  onTestFinished(() => nats.stop());
  const { code, said } = await checked({ NATS_URL: nats.url });
  expect([code, said['bus']]).toEqual([0, expect.stringContaining('NATS answers')]);
});

test('everything that is wrong with the settings has a line', async () => {
  const { code, stdout } = await runServer({ PARLEY_X: '1', PORT: 'eighty', PARLEY_SECRET: 'short' }, ['check']);
  expect(code).toBe(1);
  expect(stdout.split('\n').map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
    'FAILED  settings: PARLEY_X',
    'FAILED  settings: PORT',
    'FAILED  settings: PARLEY_SECRET',
    '',
  ]);
});

test('a mail server that answers is fine, and one that does not is named', async () => {
  const mail = await startMailServer();
  onTestFinished(() => mail.stop());
  const fine = await checked({ PARLEY_SMTP_URL: mail.url, PARLEY_MAIL_FROM: 'parley@example.org' });
  expect([fine.code, fine.said['mail']]).toEqual([0, expect.stringMatching(/^ok /)]);
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  const settings = { PARLEY_SMTP_URL: `smtp://u:hidden-password@127.0.0.1:${port}`, PARLEY_MAIL_FROM: 'parley@example.org' };
  const { code, said, stdout } = await checked(settings);
  expect([code, said['mail']]).toEqual([1, expect.stringMatching(/^FAILED /)]);
  expect(stdout).not.toContain('hidden-password');
});
