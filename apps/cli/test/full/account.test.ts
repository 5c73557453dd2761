import { Human, startServer, type TestServer } from '@parley/testing';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeService } from '../fake-service.ts';
import { machines } from '../machine.ts';
import { at, atTerminal, typing } from '../terminal.ts';

const spaceId = '11111111-1111-4111-8111-111111111111';

let server: TestServer;
let data: string;
let human: Human;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-cli-account-'));
  server = await startServer({ PARLEY_DATA_DIR: data, PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'silent' });
  human = new Human(server.url);
  await human.setUp(server.setUpLink, { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const atDashboard = async () => ({ PARLEY_SESSION: await human.session() });

const address = /(http\S+\/link\?code=([\w-]+))\s/;

test('login shows a URL and a code, shows that it waits, and stores the token for its owner only', async () => {
  const [user] = await machines(server.url, 'user');
  let codeShown = '';
  // The spinner appears after half a second.
  const approve = at(new RegExp(`${address.source}[^]*Waiting for your approval`), ([, link, code]) => {
    codeShown = code!;
    void human.decide(link!, 'approve');
  });
  const { code, shown } = await atTerminal(user, ['login', '--name', 'Desk'], approve);
  expect(code).toBe(0);
  expect(shown).toContain(`Check that the page shows this code: ${codeShown}`);
  expect(shown).toContain('Logged in');
  expect(shown).not.toMatch(/usr_/);
  const file = join(user.folder, 'data/parley/default/tokens', `${encodeURIComponent(server.url)}.json`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { token } = JSON.parse(await readFile(file, 'utf8')) as { token: string };
  expect(shown).not.toContain(token);

  const made = await user.does('space', 'create', 'Linked');
  await user.does('space', 'forget', 'linked', '--yes');
  expect(await user.answers('space', 'recover', made)).toMatchObject({ name: 'Linked', role: 'owner' });
  await user.does('send', 'Here again');

  await user.does('logout');
  expect(await user.tries(['space', 'recover', made])).toMatchObject({ code: 4 });
  await user.does('space', 'create', 'Not linked');
  const { stdout } = await user.tries(['api', 'GET', '/hub/me/spaces'], { env: await atDashboard() });
  expect((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)).toEqual(['Linked']);
});

test('a login that the human refuses prints one line', async () => {
  const [user] = await machines(server.url, 'user');
  const login = user.start(['login']);
  await login.says(address);
  await human.decide(address.exec(login.said.stderr)![1]!, 'refuse');
  const { code, stdout, stderr } = await login.ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('parley: The human denied the request');
});

test('a login that expired prints one line that names the next command', async () => {
  const service = await fakeService({
    'POST /hub/link/start': () => ({ body: { deviceCode: 'x', verificationUriComplete: 'http://parley.test/', interval: 1 } }),
    'POST /hub/link/poll': () => ({ status: 410, body: { error: 'It ran out', code: 'link_gone' } }),
  });
  const [user] = await machines(service.url, 'user');
  const { code, stderr } = await user.tries(['login']);
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^parley: It ran out .*parley login/);
});

test('Ctrl-C at a terminal ends a login with 130', async () => {
  const [user] = await machines(server.url, 'user');
  expect(await atTerminal(user, ['login'], at(/code=[^]*Waiting/, typing('\u0003')))).toMatchObject({ code: 130 });
});

test('a terminal asks before what cannot be undone, and a no or Ctrl-C cancels it', async () => {
  const [user] = await machines(server.url, 'user');
  await user.does('space', 'create', 'Plan');
  const closing = (answer: string) => atTerminal(user, ['space', 'close'], at(/\[y\/N\]/, typing(answer)));
  expect(await closing('n\r')).toMatchObject({ code: 1 });
  expect(await closing('\u0003')).toMatchObject({ code: 130 });
  await user.does('send', 'Still open');
  expect(await closing('y\r')).toMatchObject({ code: 0 });
  expect(await user.answers('space', 'list')).toEqual([]);
});

test('tokens are listed, created and revoked with a session', async () => {
  const [user] = await machines(server.url, 'user');
  Object.assign(user.env, await atDashboard());
  const token = await user.does('tokens', 'create', 'CI');
  expect(token).toMatch(/^usr_/);
  const prefixOf = async (name: string) =>
    (await user.answers<{ name: string; prefix: string; revoked: boolean }[]>('tokens', 'list')).find(
      (each) => each.name === name,
    );
  const { prefix } = (await prefixOf('CI'))!;
  expect(token.startsWith(prefix)).toBe(true);
  const made = await user.answers<{ spaceId: string }>('space', 'create', 'By token');
  const recovering = ['space', 'recover', made.spaceId];
  const without = { PARLEY_SESSION: '' };
  expect(await user.tries(recovering, { env: { ...without, PARLEY_TOKEN: token } })).toMatchObject({ code: 3 });
  await user.does('tokens', 'revoke', prefix);
  expect(await user.does('tokens', 'list')).toMatch(/CI .*revoked/);
  expect(await user.tries(recovering, { env: { ...without, PARLEY_TOKEN: token } })).toMatchObject({ code: 4 });
});

test('a name means the token that is not revoked', async () => {
  const token = (id: string, name: string, revoked: boolean) => ({ id, name, prefix: `usr_${id}`, revoked, createdAt: '' });
  const service = await fakeService({
    'GET /hub/me/tokens': () => ({ body: [token('1', 'ci', true), token('2', 'ci', false), token('3', 'old', true)] }),
    'DELETE /hub/me/tokens/2': () => ({ status: 204 }),
  });
  const [user] = await machines(service.url, 'user');
  user.env['PARLEY_SESSION'] = 'a.session.jwt';
  expect(await user.tries(['tokens', 'revoke', 'ci'])).toMatchObject({ code: 0, stderr: 'Revoked ci\n' });
  expect(await user.tries(['tokens', 'revoke', 'old'])).toMatchObject({
    code: 3,
    stderr: 'parley: There is no token “old” (available: ci 2)\n',
  });
});

test('a session is sent only to operations of the dashboard', async () => {
  const service = await fakeService({
    'GET /hub/me/tokens': () => ({ body: [] }),
    'POST /hub/space': () => ({ body: { spaceId, ownerId: spaceId, ownerPrivateKey: 'b'.repeat(64) } }),
  });
  const [user] = await machines(service.url, 'user');
  user.env['PARLEY_SESSION'] = 'a.session.jwt';
  await user.does('tokens', 'list');
  await user.does('space', 'create', 'x');
  expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer a.session.jwt', undefined]);
});
