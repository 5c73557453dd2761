import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeService } from '../fake-service.ts';
import { machines } from '../machine.ts';

const nowhere = 'http://127.0.0.1:1';
const space = { PARLEY_SPACE: '11111111-1111-4111-8111-111111111111', PARLEY_KEY: 'a'.repeat(64) };
const oneLine = /^parley: [^\n]+\n$/;

test.each([
  ['an unknown command', ['spce'], 'Did you mean space?'],
  ['an unknown option', ['send', '--tipe', 'x'], 'Did you mean --type?'],
  ['a missing argument', ['join'], 'link'],
  ['an unknown choice', ['space', 'create', 'x', '--privacy', 'secret'], 'public, private'],
  ['an invalid time', ['space', 'create', 'x', '--ttl', 'soon'], '30m'],
  ['an invalid URL', ['ask', 'x', '--url', 'ftp://x'], 'http://'],
  ['an invalid link', ['join', 'http://example.org/'], 'ask the owner'],
  ['a profile that is a path', ['space', 'list', '--profile', '../x'], 'letters'],
  ['a message without text', ['send'], '--from'],
  ['a body that is not JSON', ['api', 'POST', '/ask', '--data', '{'], 'not valid JSON'],
  ['a path without a slash', ['api', 'GET', 'health'], '/api/health'],
  ['a chat without a terminal', ['chat'], 'parley send'],
  ['an unconfirmed close', ['space', 'close'], '--yes'],
])('%s prints one helpful line and exits with 2', async (_, words, help) => {
  const [user] = await machines(nowhere, 'user');
  const { code, stdout, stderr } = await user.tries(words, { env: space });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain(help);
});

test('without a server, one line names the next command', async () => {
  const [user] = await machines(nowhere, 'user');
  for (const words of [['space', 'create', 'x'], ['api', 'GET', '/api/health'], ['login']]) {
    const { code, stderr } = await user.tries(words);
    expect(code).toBe(1);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain('parley serve');
  }
});

test('a missing space, key or login is named, with exit code 4', async () => {
  const [user] = await machines(nowhere, 'user');
  for (const [words, next] of [
    [['send', 'x'], 'parley join'],
    [['tokens', 'list'], 'http://127.0.0.1:1/docs/authentication'],
    [['space', 'recover', space.PARLEY_SPACE], 'parley login'],
  ] as const) {
    const { code, stderr } = await user.tries(words);
    expect(code).toBe(4);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(next);
  }
});

test.each([
  [400, 2],
  [401, 4],
  [403, 1],
  [404, 3],
  [409, 5],
  [423, 5],
  [429, 6],
  [500, 1],
])('a response with status %i exits with %i', async (status, code) => {
  const service = await fakeService({
    'GET /hub/space/': () => ({ status, body: { error: 'No.' }, headers: { 'retry-after': '60' } }),
  });
  const [user] = await machines(service.url, 'user');
  for (const words of [['participants'], ['api', 'GET', '/hub/space/{space}']]) {
    const ended = await user.tries(words, { env: space });
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(oneLine);
    expect(ended.stderr).toContain('No.');
  }
});

test('with --json an error is JSON too', async () => {
  const service = await fakeService({
    'GET /hub/space/': () => ({ status: 401, body: { error: 'Revoked', code: 'key_revoked' } }),
  });
  const [user] = await machines(service.url, 'user');
  const { code, stdout, stderr } = await user.tries(['participants', '--json'], { env: space });
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({ error: 'Revoked', code: 'key_revoked', hint: expect.any(String) as string });
});

test('a connection that is lost during a response prints one line', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"participants":');
    setTimeout(() => response.destroy(), 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const [user] = await machines(`http://127.0.0.1:${port}`, 'user');
  const { code, stdout, stderr } = await user.tries(['participants'], { env: space });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(oneLine);
});

test('a file that is missing or not text is named', async () => {
  const [user] = await machines(nowhere, 'user');
  expect(await user.tries(['send', '--from', 'missing.txt'], { env: space })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('missing.txt') as string,
  });
  await writeFile(join(user.folder, 'bytes'), Buffer.from([0xff, 0xfe]));
  expect(await user.tries(['send', '--from', 'bytes'], { env: space })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not UTF-8') as string,
  });
});

test('a key is sent only to the server of its space, whatever PARLEY_URL is', async () => {
  const created = { spaceId: space.PARLEY_SPACE, ownerId: space.PARLEY_SPACE, ownerPrivateKey: 'b'.repeat(64) };
  const home = await fakeService({
    'POST /hub/space': () => ({ body: created }),
    'GET /hub/space/': () => ({ status: 404, body: { error: 'home' } }),
  });
  const other = await fakeService({});
  const [user] = await machines(home.url, 'user');
  await user.does('space', 'create', 'x');
  const { stderr } = await user.tries(['participants'], { env: { PARLEY_URL: other.url } });
  expect(stderr).toContain('home');
  expect(other.requests).toEqual([]);
});

test('the key of a join is stored before its first use', async () => {
  const spaceId = space.PARLEY_SPACE;
  const key = 'c'.repeat(64);
  const file = () => join(user.folder, 'data/parley/default/spaces', `${spaceId}.json`);
  const seen: string[] = [];
  const service = await fakeService({
    'POST /hub/space/': () => ({ body: { participantPrivateKey: key, participantId: spaceId } }),
    'GET /hub/space/': () => {
      seen.push(existsSync(file()) ? readFileSync(file(), 'utf8') : 'nothing');
      return { body: { name: 'Launch', participants: [], artifacts: [] } };
    },
  });
  const [user] = await machines(service.url, 'user');
  await user.does('join', `${service.url}/space/${spaceId}/${'d'.repeat(64)}`, '--name', 'Gus');
  expect(seen).toEqual([expect.stringContaining(key) as string]);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ name: 'Launch', alias: 'launch', key });
});
