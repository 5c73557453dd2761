import { Human, startServer, type TestServer } from '@parley/testing';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machines, main, type Machine } from '../machine.ts';
import { McpHost } from '../mcp-host.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-keychain-'));
  server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data'), PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'silent' });
  await cp(join(main, '..'), join(folder, 'alone/dist'), { recursive: true });
  await cp(join(main, '../../package.json'), join(folder, 'alone/package.json'));
  await cp(join(folder, 'alone'), join(folder, 'installed/parley'), { recursive: true });
  const keyring = join(folder, 'installed/node_modules/@napi-rs/keyring');
  await mkdir(keyring, { recursive: true });
  await writeFile(join(keyring, 'package.json'), '{ "name": "@napi-rs/keyring", "type": "module", "main": "index.js" }');
  await cp(fileURLToPath(new URL('../fixtures/keyring.mjs', import.meta.url)), join(keyring, 'index.js'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A computer with a keychain in a file. */
async function withKeychain() {
  const [user] = await machines(server.url, 'user');
  user.main = join(folder, 'installed/parley/dist/main.js');
  const keychain = join(user.folder, 'keychain');
  Object.assign(user.env, { PARLEY_KEYCHAIN: '', KEYCHAIN: keychain });
  const inKeychain = async () => Object.entries(JSON.parse(await readFile(keychain, 'utf8')) as Record<string, string>);
  return { user, inKeychain };
}

const kept = (user: Machine) => join(user.folder, 'data/parley/default');

/** The content of all files of a user's profiles. */
async function written(user: Machine): Promise<string> {
  const files = await readdir(kept(user), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath ?? file.path, file.name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

const made = (user: Machine) => user.answers<{ spaceId: string; key: string }>('space', 'create', 'Plan', '--show-key');
const linkAddress = /http\S+code=\S+(?=\n)/;
const keysAreInFiles =
  /The keychain does not work: keys are stored in files that only you can read \(`parley keychain` shows why\)\n/;

test('a key is stored in a working keychain, under its profile and space, and in no file', async () => {
  const { user, inKeychain } = await withKeychain();
  const { spaceId, key } = await made(user);
  expect(await inKeychain()).toEqual([[expect.stringMatching(`^default/${spaceId} #`), key]]);
  expect(await written(user)).not.toContain(key);
  expect(await user.does('space', 'list')).toContain('keychain');
  expect(await user.does('keychain')).toBe('New keys are stored in the keychain of the system');

  await user.does('send', 'Hello');
  await user.does('use', 'plan', '--as', 'mine');
  expect(await user.answers('space', 'show', 'mine', '--show-key')).toMatchObject({ spaceId, key });
  await user.does('space', 'forget', 'mine', '--yes');
  expect(await inKeychain()).toEqual([]);
  expect(await user.answers('space', 'list')).toEqual([]);
});

test('a login is stored in the keychain until the logout', async () => {
  const { user, inKeychain } = await withKeychain();
  const human = new Human(server.url);
  await human.setUp(server.setUpLink, { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' });
  const login = user.start(['login']);
  await login.says(linkAddress);
  await human.decide(linkAddress.exec(login.said.stderr)![0], 'approve');
  expect((await login.ended).code).toBe(0);
  const [[account, token]] = (await inKeychain()) as [[string, string]];
  expect(account.startsWith(`default/${server.url} #`)).toBe(true);
  expect(token).toMatch(/^usr_/);
  expect(await written(user)).not.toContain(token);
  const { spaceId } = await made(user);
  await user.does('space', 'recover', spaceId);
  await user.does('logout');
  expect((await inKeychain()).map(([, secret]) => secret)).not.toContain(token);
  expect(await user.tries(['space', 'recover', spaceId])).toMatchObject({ code: 4 });
});

test('a login that was deleted from the keychain prevents neither messages, nor new spaces, nor another login', async () => {
  const { user } = await withKeychain();
  await user.tries(['space', 'create', 'Plan'], { env: { PARLEY_KEYCHAIN: 'off' } });
  const tokens = join(kept(user), 'tokens');
  await mkdir(tokens);
  await writeFile(join(tokens, `${encodeURIComponent(server.url)}.json`), JSON.stringify({ keychain: 'gone' }));
  await user.does('send', 'Hello');
  expect(await user.tries(['space', 'create', 'Linked'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Not linked to your dashboard: The keychain no longer has “gone”') as string,
  });
  const login = user.start(['login']);
  await login.says(linkAddress);
  login.child.kill('SIGINT');
  expect((await login.ended).code).toBe(130);
});

test('a new key replaces the earlier one, in the keychain too', async () => {
  const { user, inKeychain } = await withKeychain();
  await made(user);
  const { agentLink } = await user.answers<{ agentLink: string }>('invite');
  const [[, ownerKey] = []] = await inKeychain();
  const joins = async () =>
    (await user.answers<{ key: string }>('--profile', 'gus', 'join', agentLink, '--name', 'Gus', '--show-key')).key;
  const first = await joins();
  await user.does('kick', 'Gus', '--yes');
  const second = await joins();
  expect(second).not.toBe(first);
  expect((await inKeychain()).map(([, secret]) => secret).toSorted()).toEqual([ownerKey, second].toSorted());
  // A key that is missing in the keychain can be replaced, too.
  await writeFile(join(user.folder, 'keychain'), '{}');
  const third = await joins();
  expect((await inKeychain()).map(([, secret]) => secret)).toEqual([third]);
  expect(await user.tries(['join', agentLink])).toMatchObject({ code: 5 });
});

test('without the library, keys are stored in files of mode 0600, and a note says so once', async () => {
  const [user] = await machines(server.url, 'user');
  user.main = join(folder, 'alone/dist/main.js');
  user.env['PARLEY_KEYCHAIN'] = 'auto';
  const first = await user.tries(['space', 'create', 'Plan']);
  expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(keysAreInFiles) as string });
  const file = join(kept(user), 'spaces', `${first.stdout.trim()}.json`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await user.tries(['space', 'create', 'Plan'])).stderr).not.toContain('keychain');
  expect(await user.does('space', 'list')).toContain('file');
  await user.does('send', 'Hello');
  expect(await user.does('keychain')).toContain('@napi-rs/keyring is not installed');
  // Once, whatever profile is used.
  expect((await user.tries(['space', 'create', 'Plan', '--profile', 'gus'])).stderr).not.toContain('keychain');
});

test('the log of a host that runs `parley mcp` never has the note', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  guest.main = join(folder, 'alone/dist/main.js');
  guest.env['PARLEY_KEYCHAIN'] = 'auto';
  const { agentLink } = await (await owner.does('space', 'create', 'Plan'), owner.answers<{ agentLink: string }>('invite'));
  const host = await McpHost.start(guest, '2026');
  await host.call('join_space', { link: agentLink, name: 'Gus' });
  expect(await written(guest)).toContain('@napi-rs/keyring is not installed');
  expect(host.written).not.toContain('The keychain does not work');
});

test.runIf(process.platform === 'linux')('the library does not fall back to the keyring of the kernel', async () => {
  const [user] = await machines(server.url, 'user');
  Object.assign(user.env, { PARLEY_KEYCHAIN: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' });
  const { key } = await made(user);
  expect(await written(user)).toContain(key);
  expect(await user.answers('keychain')).toMatchObject({ works: false, why: expect.stringContaining('DBus') as string });
});

test('a keychain that does not answer times out and is not used again', async () => {
  const { user } = await withKeychain();
  user.env['KEYCHAIN_STATE'] = 'stuck';
  const first = await user.tries(['space', 'create', 'Plan']);
  expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(keysAreInFiles) as string });
  expect(await written(user)).toContain('no answer within 5 s');
  expect((await user.tries(['space', 'create', 'Plan'])).stderr).not.toContain('keychain');
  await user.does('send', 'Hello');
});

test('a keychain that is locked later causes one line and exit code 4, and no key is lost', async () => {
  const { user } = await withKeychain();
  await made(user);
  const locked = { env: { KEYCHAIN_STATE: 'locked' } };
  const { code, stdout, stderr } = await user.tries(['send', 'x'], locked);
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toMatch(/^parley: .*locked \(unlock the keychain and try again\)\n$/);
  const second = await user.tries(['space', 'create', 'Second', '--show-key'], locked);
  expect(second).toMatchObject({ code: 0, stderr: expect.stringMatching(keysAreInFiles) as string });
  expect(await written(user)).toContain(second.stdout.trim().split('\n')[1]);
  expect(await user.answers('space', 'list')).toMatchObject([
    { alias: 'plan', keptIn: 'keychain' },
    { alias: 'second', keptIn: 'file' },
  ]);
  await user.does('send', '--space', 'plan', 'Hello again');
  expect(await user.tries(['space', 'forget', 'plan', '--yes'], locked)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('The keychain still holds “default/') as string,
  });
  expect(await user.answers('space', 'list')).toMatchObject([{ alias: 'second' }]);
});

test('a key that was deleted from the keychain causes exit code 4', async () => {
  const { user } = await withKeychain();
  await made(user);
  await writeFile(join(user.folder, 'keychain'), '{}');
  const { code, stderr } = await user.tries(['send', 'x']);
  expect(code).toBe(4);
  expect(stderr).toMatch(/^parley: The keychain no longer has “default\/.*” \(.*\)\n$/);
});

test('a key in a file stays there and works', async () => {
  const { user, inKeychain } = await withKeychain();
  user.env['PARLEY_KEYCHAIN'] = 'off';
  const { key } = await made(user);
  user.env['PARLEY_KEYCHAIN'] = 'on';
  await user.does('space', 'create', 'Second');
  await user.does('use', 'plan');
  await user.does('send', 'Hello');
  expect(await written(user)).toContain(key);
  expect(await inKeychain()).toHaveLength(1);
  user.env['PARLEY_KEYCHAIN'] = 'off';
  await user.does('send', '--space', 'second', 'Hello');
});

test('PARLEY_KEYCHAIN=on fails before it requests a key, if the keychain does not work', async () => {
  const { user } = await withKeychain();
  Object.assign(user.env, { PARLEY_KEYCHAIN: 'on', KEYCHAIN_STATE: 'locked' });
  const { code, stderr } = await user.tries(['space', 'create', 'Plan']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^parley: The keychain does not work: The collection is locked \(.*auto.*\)\n$/);
  expect(await user.answers('space', 'list')).toEqual([]);
  expect(await user.tries(['keychain'])).toMatchObject({ code: 1, stdout: '', stderr });
  expect(await user.tries(['keychain'], { env: { PARLEY_KEYCHAIN: 'yes' } })).toMatchObject({ code: 2 });
});
