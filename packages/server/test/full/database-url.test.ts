import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, runServer, startPostgres, startServer, type TestPostgres } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../src/engine/store/postgres.ts';
import { explaining } from '../../src/engine/store/reasons.ts';
import { Authority } from '../authority.ts';

const secret = 'the same for every process of the tests';
const authority = new Authority();
const client = authority.issue('certified');
let [secured, plain]: TestPostgres[] = [];

beforeAll(async () => {
  const { cert, key } = authority.issue('server', 'DNS:localhost,IP:127.0.0.1');
  authority.give(key);
  const rules = join(authority.folder, 'pg_hba.conf');
  writeFileSync(
    rules,
    'hostssl all certified all cert\nhostnossl all tls_only all reject\nhost all all all trust\nlocal all all trust\n',
  );
  [secured, plain] = await Promise.all([
    startPostgres([
      'listen_addresses=*',
      'ssl=on',
      `ssl_cert_file=${cert}`,
      `ssl_key_file=${key}`,
      `ssl_ca_file=${authority.root}`,
      `hba_file=${rules}`,
    ]),
    startPostgres(),
  ]);
  await asked(url(), 'create role certified login');
  await asked(url(), 'create role tls_only login');
});
afterAll(async () => {
  await Promise.all([secured?.stop(), plain?.stop()]);
  authority.remove();
});

/** The one with TLS by another host, user or query. */
function url({ host = 'localhost', user = 'postgres:password', query = '', of = secured!, path = 'postgres' } = {}): string {
  return `postgres://${user}@${host}:${new URL(of.url).port}/${path}?${query}`;
}

async function asked(url: string, query = `select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)`) {
  const connection = openPostgres(url, 1);
  try {
    return (await explaining(url, () => connection.query(query)))[0]?.[0];
  } finally {
    await connection.close();
  }
}

describe.skipIf(process.env['PARLEY_TEST_DATABASE_URL'])('a PostgreSQL with a certificate of a private authority', () => {
  const ca = `sslrootcert=${authority.root}`;

  test.each([
    ['sslmode=disable', 'localhost', false],
    ['', 'localhost', true],
    ['sslmode=require&channel_binding=require', 'localhost', true],
    ['sslmode=no-verify', '127.0.0.2', true],
    [`sslmode=verify-full&${ca}`, 'localhost', true],
    [`sslmode=verify-full&${ca}`, '127.0.0.1', true],
    [`sslmode=verify-ca&${ca}`, '127.0.0.2', true],
    [`sslmode=require&${ca}`, '127.0.0.2', true],
    [`sslmode=verify-full&sslnegotiation=postgres&${ca}`, 'localhost', true],
  ])('%s to %s: connects', async (query, host, isSecured) => {
    expect(await asked(url({ query, host }))).toBe(isSecured);
  });

  test.each([
    ['sslmode=verify-full', 'localhost', /sslrootcert=FILE/],
    ['sslrootcert=system', 'localhost', /sslrootcert=FILE/],
    [`sslmode=verify-full&${ca}`, '127.0.0.2', /certificate is for another name/],
  ])('%s to %s: is refused in a line that says what to change', async (query, host, words) => {
    await expect(asked(url({ query, host }))).rejects.toThrow(words);
  });

  test('a certificate of the client signs in', async () => {
    const own = `sslmode=verify-full&${ca}&sslcert=${client.cert}&sslkey=${client.key}`;
    expect(await asked(url({ user: 'certified', query: own }), 'select current_user::text')).toBe('certified');
    await expect(asked(url({ user: 'certified', query: 'sslmode=require' }))).rejects.toThrow(/sslcert and sslkey/);
  });

  test('a user that needs TLS gets it without a word in the URL', async () => {
    expect(await asked(url({ user: 'tls_only' }))).toBe(true);
    await expect(asked(url({ user: 'tls_only', query: 'sslmode=disable' }))).rejects.toThrow(/pg_hba.conf/);
  });

  test('a server starts with the URL, and says which parameters have no effect', async () => {
    let said = '';
    const settings = {
      DATABASE_URL: url({ query: `sslmode=verify-full&${ca}&channel_binding=require&pool_timeout=10&schema=public` }),
      PARLEY_SECRET: secret,
    };
    const server = await startServer(settings, (text) => (said += text));
    onTestFinished(() => server.stop());
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    expect(said.match(/DATABASE_URL has parameters without effect here: channel_binding, pool_timeout/g)).toHaveLength(1);
    const { code, stdout } = await runServer(settings, ['check']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok +settings: .*channel_binding, pool_timeout\n/)]);
  });
});

describe('several hosts', () => {
  const standing = () => new URL(plain!.url).host;

  test('the first one that answers is used', async () => {
    const dead = await freePort();
    expect(await asked(`postgres://postgres:password@127.0.0.1:${dead},${standing()}/postgres`, 'select 1')).toBe(1);
    expect(await asked(`postgres://postgres:password@${standing()},127.0.0.1:${dead}/postgres`, 'select 1')).toBe(1);
  });

  test('when none answers, that is said once', async () => {
    const [one, two] = [await freePort(), await freePort()];
    await expect(asked(`postgres://u:hidden@127.0.0.1:${one},127.0.0.1:${two}/d`)).rejects.toThrow(
      `PostgreSQL at 127.0.0.1:${one} and 127.0.0.1:${two}: nothing listens there`,
    );
  });

  test('the one with the wanted session is used', async () => {
    const both = `${new URL(secured!.url).host},${standing()}`;
    await asked(url(), 'alter database postgres set default_transaction_read_only = on');
    onTestFinished(async () => void (await asked(url(), 'begin read write; alter database postgres reset all; commit')));
    const port = (target: string) =>
      asked(`postgres://postgres:password@${both}/postgres?target_session_attrs=${target}`, `select current_setting('port')`);
    expect(`127.0.0.1:${await port('read-write')}`).toBe(standing());
    expect(`127.0.0.1:${await port('read-only')}`).not.toBe(standing());
    await expect(port('standby')).rejects.toThrow('target_session_attrs');
    expect(await port('prefer-standby')).toBeDefined();
  });
});

describe('what is wrong with a database is one line of the start and one of the check', () => {
  const of = (change: Parameters<typeof url>[0]) => url({ host: '127.0.0.1', of: plain!, ...change });

  test.each<[string, () => string | Promise<string>, RegExp]>([
    ['an unknown host', () => 'postgres://u:hidden@no-such-host.invalid/d', /host.*correct the host in its URL.*%40/],
    ['nothing that listens', async () => `postgres://u:hidden@127.0.0.1:${await freePort()}/d`, /nothing listens there/],
    ['a wrong password', () => of({ user: 'postgres:hidden' }), /user or the password/],
    ['an unknown database', () => of({ path: 'nowhere' }), /database does not exist: create it/],
    [
      'a search path without its schema',
      () => of({ query: 'search_path=nowhere' }),
      /no schema of its search_path exists: create it/,
    ],
    ['a schema in the words of another tool', () => of({ query: 'schema=nowhere' }), /no schema of its search_path exists/],
    ['TLS that the server does not offer', () => of({ query: 'sslmode=require' }), /does not offer TLS.*sslmode=disable/],
  ])('%s', async (_, address, words) => {
    const settings = { DATABASE_URL: await address(), PARLEY_SECRET: secret };
    const started = await runServer(settings);
    expect([started.code, started.stderr]).toEqual([1, expect.stringMatching(words)]);
    expect(started.stderr).toMatch(/^[^\n]+\n$/);
    const { code, stdout } = await runServer(settings, ['check']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(words)]);
    expect(stdout.split('\n').filter((line) => line.startsWith('FAILED'))).toHaveLength(1);
    expect(started.stderr + stdout).not.toContain('hidden');
  });
});
