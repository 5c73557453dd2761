import { spawn } from '@lydell/node-pty';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeService, type Answer } from './fake-service.ts';
import { machines, main, type Machine } from './machine.ts';

const token = `usr_${'t'.repeat(43)}`;
const spaceId = '11111111-1111-4111-8111-111111111111';

/** Somebody who has to be waited for: pending at the first look, then what is given. */
function linking(verdict: Answer) {
  let polls = 0;
  const link = { deviceCode: 'secret-device-code', verificationUri: 'http://parley.test/link', expiresIn: 600, interval: 1 };
  return fakeService({
    'POST /hub/link/start': () => ({ body: { ...link, verificationUriComplete: `${link.verificationUri}?code=ABCD-EFGH` } }),
    'POST /hub/link/poll': () => (polls++ === 0 ? { body: { status: 'pending' } } : verdict),
    'POST /hub/space': () => ({ body: { spaceId, ownerId: spaceId, ownerPrivateKey: 'b'.repeat(64) } }),
    'GET /hub/space/11111111-1111-4111-8111-111111111111/key': () => ({ body: { role: 'owner', privateKey: 'c'.repeat(64) } }),
    'GET /hub/space/': () => ({ body: { spaceId, name: 'Recovered', participants: [], artifacts: [] } }),
  });
}

/** Runs a command at a terminal of its own. */
function atTerminal({ env, folder }: Machine, words: string[], type?: { after: RegExp; text: string }) {
  const pty = spawn(process.execPath, [main, ...words], {
    cols: 100,
    rows: 30,
    cwd: folder,
    env: { ...env, TERM: 'xterm-256color' },
  });
  let shown = '';
  let typed = false;
  pty.onData((text) => {
    shown += text;
    if (!type || typed || !type.after.test(shown)) return;
    typed = true;
    pty.write(type.text);
  });
  onTestFinished(() => {
    try {
      process.kill(pty.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  });
  return new Promise<{ code: number; shown: string }>((resolve) =>
    pty.onExit(({ exitCode }) => setImmediate(() => resolve({ code: exitCode, shown }))),
  );
}

test('login shows an address and a code at a terminal, waits visibly, and keeps the token for its owner only', async () => {
  const service = await linking({ body: { status: 'approved', token, prefix: token.slice(0, 12) } });
  const [user] = await machines(service.url, 'user');
  const { code, shown } = await atTerminal(user, ['login', '--name', 'Desk']);
  expect(code).toBe(0);
  expect(shown).toContain('http://parley.test/link?code=ABCD-EFGH');
  expect(shown).toContain('ABCD-EFGH');
  expect(shown).toContain('Waiting for you to approve');
  expect(shown).toContain('Logged in');
  expect(shown).not.toMatch(/secret-device-code|usr_/);
  expect(service.requests[0]!.body).toEqual({ agentName: 'Desk' });
  const file = join(user.folder, 'data/parley/default/tokens', `${encodeURIComponent(service.url)}.json`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await user.does('space', 'create', 'x');
  expect(service.requests.at(-1)!.headers['x-user-token']).toBe(token);
  await user.does('space', 'forget', 'x', '--yes');
  expect(await user.answers('space', 'recover', spaceId)).toMatchObject({ name: 'Recovered', role: 'owner' });

  await user.does('logout');
  await user.does('space', 'create', 'x');
  expect(service.requests.at(-1)!.headers).not.toHaveProperty('x-user-token');
});

test('a login that the human refuses, or that ran out, is one line', async () => {
  for (const verdict of [{ body: { status: 'denied' } }, { status: 410, body: { error: 'It ran out', code: 'link_gone' } }]) {
    const [user] = await machines((await linking(verdict)).url, 'user');
    const { code, stderr } = await user.tries(['login']);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^parley: /);
  }
});

test('Ctrl-C at a terminal ends a login with 130', async () => {
  const [user] = await machines((await linking({ body: { status: 'pending' } })).url, 'user');
  expect(await atTerminal(user, ['login'], { after: /ABCD-EFGH[^]*Waiting/, text: '\u0003' })).toMatchObject({ code: 130 });
});

test('what cannot be undone is asked about at a terminal, and a no or Ctrl-C does nothing', async () => {
  const service = await fakeService({ 'DELETE /hub/space/': () => ({ body: { ok: true } }) });
  const [user] = await machines(service.url, 'user');
  Object.assign(user.env, { PARLEY_SPACE: spaceId, PARLEY_KEY: 'a'.repeat(64) });
  expect(await atTerminal(user, ['space', 'close'], { after: /\[y\/N\]/, text: 'n\r' })).toMatchObject({ code: 1 });
  expect(await atTerminal(user, ['space', 'close'], { after: /\[y\/N\]/, text: '\u0003' })).toMatchObject({ code: 130 });
  expect(service.requests).toEqual([]);
  expect(await atTerminal(user, ['space', 'close'], { after: /\[y\/N\]/, text: 'y\r' })).toMatchObject({ code: 0 });
  expect(service.requests).toHaveLength(1);
});

test('tokens are listed, made and revoked with a session, and the session goes nowhere else', async () => {
  const listed = {
    id: '22222222-2222-4222-8222-222222222222',
    name: 'Desk',
    prefix: 'usr_abcdefgh',
    createdAt: '2026-01-31T12:00:00.000Z',
    revoked: false,
  };
  const service = await fakeService({
    'GET /hub/me/tokens': () => ({ body: [listed] }),
    'POST /hub/me/tokens': () => ({ status: 201, body: { id: listed.id, name: 'CI', token, prefix: token.slice(0, 12) } }),
    'DELETE /hub/me/tokens/22222222': () => ({ status: 204 }),
    'POST /hub/space': () => ({ body: { spaceId, ownerId: spaceId, ownerPrivateKey: 'b'.repeat(64) } }),
  });
  const [user] = await machines(service.url, 'user');
  user.env['PARLEY_SESSION'] = 'a.session.jwt';
  expect(await user.does('tokens', 'list')).toContain('usr_abcdefgh');
  expect(await user.answers('tokens', 'list')).toEqual([listed]);
  expect(await user.does('tokens', 'create', 'CI')).toBe(token);
  await user.does('tokens', 'revoke', 'Desk');
  expect(service.requests.every(({ headers }) => headers.authorization === 'Bearer a.session.jwt')).toBe(true);
  expect(service.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/hub/me/tokens/${listed.id}` });
  await user.does('space', 'create', 'x');
  expect(service.requests.at(-1)!.headers).not.toHaveProperty('authorization');
});

test('ask prints names, texts and addresses of what was found', async () => {
  const result = { url: 'http://parley.test/docs', name: 'Mute\u001b[2J', score: 90, description: 'How to mute' };
  const answer = {
    _meta: { response_type: 'answer', version: '0.55' },
    query_id: spaceId,
    query: 'how to mute',
    results: [result],
  };
  const service = await fakeService({ 'POST /ask': () => ({ body: answer }) });
  const [user] = await machines(service.url, 'user');
  expect(await user.does('ask', 'how', 'to', 'mute')).toBe('Mute␛[2J\n  How to mute\n  http://parley.test/docs');
  expect(await user.answers('ask', 'how to mute')).toEqual(answer);
  expect(service.requests[0]!.body).toEqual({ query: 'how to mute' });
});
