import { startServer, type TestServer } from '@parley/testing';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeService } from '../fake-service.ts';
import { machines, type Machine } from '../machine.ts';

let server: TestServer;
let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-cli-talk-'));
  const settings = { PARLEY_RATE_LIMIT: '0', PARLEY_MAX_IMAGE_BYTES: String(1200 * 1024) };
  server = await startServer({ PARLEY_DATA_DIR: data, LOG_LEVEL: 'fatal', ...settings });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)]);
const messagesOf = async (user: Machine) =>
  (await user.does('messages', '--json')).split('\n').map((line) => JSON.parse(line) as { type: string; content: string });

test('an image is sent from a file or a pipe as a data URI, and from its URL as it is', async () => {
  const [user] = await machines(server.url, 'user');
  await user.does('space', 'create', 'Images');
  await writeFile(join(user.folder, 'chart'), png);
  await writeFile(join(user.folder, 'icon.ico'), 'unknown content');
  await writeFile(join(user.folder, 'drawing'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const name of ['chart', 'icon.ico', 'drawing']) await user.does('send', '-t', 'image', '--from', name);
  await user.tries(['send', '--type', 'image'], { input: png.toString('latin1') });
  await user.does('send', '-t', 'image', 'https://example.org/a.png');
  const sent = await messagesOf(user);
  expect(sent[0]).toMatchObject({ type: 'image', content: `data:image/png;base64,${png.toString('base64')}` });
  expect(await user.does('messages')).not.toContain('base64');
  expect(sent.slice(1).map(({ content }) => content.slice(0, 25))).toEqual([
    expect.stringMatching(/^data:image\/x-icon;base64/),
    expect.stringMatching(/^data:image\/svg\+xml;bas/),
    'https://example.org/a.png',
  ]);
});

test('a file that is no image, or larger than the server allows, is not sent', async () => {
  const [user] = await machines(server.url, 'user');
  await user.does('space', 'create', 'Refused');
  await writeFile(join(user.folder, 'note.txt'), 'text');
  const notAnImage = await user.tries(['send', '-t', 'image', '--from', 'note.txt']);
  expect(notAnImage).toMatchObject({ code: 2, stderr: expect.stringContaining('note.txt is not an image') as string });
  // The first one is larger than the default limit, and within the one that this server has.
  for (const [name, kibibytes, code] of [
    ['fits.png', 850, 0],
    ['large.png', 950, 2],
  ] as const) {
    await writeFile(join(user.folder, name), Buffer.concat([png, Buffer.alloc(kibibytes * 1024)]));
    const sent = await user.tries(['send', '-t', 'image', '--from', name]);
    expect(sent.code).toBe(code);
    if (code) expect(sent.stderr).toMatch(/too large: 1,267 KiB encoded, at most 1,200 KiB/);
  }
  expect((await user.tries(['send', '--from', 'large.png'])).stderr).toContain('add `-t image`');
});

test('watch begins now; --all and --since show what was said before', async () => {
  const [user] = await machines(server.url, 'user');
  await user.does('space', 'create', 'Watched', '--name', 'Olga');
  await user.does('send', 'Earlier');
  const [now, all, since] = [[], ['--all'], ['--since', '1h']].map((words) => user.start(['watch', ...words, '--json']));
  await Promise.all([now, all, since].map((each) => each!.says('"ready"')));
  await user.does('send', 'Later');
  await Promise.all([now, all, since].map((each) => each!.says('Later')));
  await user.does('space', 'close', '--yes');
  const said = await Promise.all([now, all, since].map(async (each) => (await each!.ended).stdout));
  expect(said.map((text) => text.includes('Earlier'))).toEqual([false, true, true]);
  expect(await user.tries(['watch', '--all', '--since', '1h'])).toMatchObject({ code: 2 });
  expect(await user.tries(['messages', '--since', 'soon'])).toMatchObject({ code: 2 });
});

test('create and join take the name from --name, PARLEY_NAME, git, then the system', async () => {
  const spaceId = '11111111-1111-4111-8111-111111111111';
  const service = await fakeService({
    'POST /hub/space/': () => ({ body: { participantPrivateKey: 'c'.repeat(64), participantId: spaceId } }),
    'POST /hub/space': () => ({ body: { spaceId, ownerId: spaceId, ownerPrivateKey: 'b'.repeat(64) } }),
    'GET /hub/space/': () => ({ body: { name: 'Launch', participants: [], artifacts: [] } }),
  });
  const [user] = await machines(service.url, 'user');
  const link = `${service.url}/space/${spaceId}/${'d'.repeat(64)}`;
  let profiles = 0;
  const namesIn = async (env: NodeJS.ProcessEnv, ...words: string[]) => {
    const own = { GIT_CONFIG_NOSYSTEM: '1', ...env };
    for (const call of [
      ['space', 'create', 'x'],
      ['join', link],
    ]) {
      const ended = await user.tries([...call, ...words, '--profile', `p${(profiles += 1)}`], { env: own });
      expect(ended).toMatchObject({ code: 0 });
    }
    return service.requests.filter(({ method }) => method === 'POST').slice(-2).map(({ body }) => body['ownerName'] ?? body['name']); // prettier-ignore
  };
  expect(await namesIn({})).toEqual([userInfo().username, userInfo().username]);
  execFileSync('git', ['config', '--global', 'user.name', 'Git Olga'], { env: { ...user.env } });
  expect(await namesIn({})).toEqual(['Git Olga', 'Git Olga']);
  expect(await namesIn({ PARLEY_NAME: 'Env Olga' })).toEqual(['Env Olga', 'Env Olga']);
  expect(await namesIn({ PARLEY_NAME: 'Env Olga' }, '--name', 'Olga')).toEqual(['Olga', 'Olga']);
});
