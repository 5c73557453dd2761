import { expect, inject, test } from 'vitest';
import { fakeService } from '../fake-service.ts';
import { machines } from '../machine.ts';
import { keysOf } from '../mcp-host.ts';

const server = inject('server');

interface Line {
  check: string;
  of: string;
  state: string;
  said: string;
  fix?: string;
}

const linesOf = (stdout: string): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

test('every way that is set up is proved by a message, and the others say how to set them up', async () => {
  const [user] = await machines(server.url, 'user');
  await user.does('space', 'create', 'Launch', '--name', 'Olga');
  for (const host of ['codex', 'cursor', 'claude-desktop']) await user.does('install', host);
  const { code, stdout, stderr } = await user.tries(['doctor', '--json'], { env: { PARLEY_HOOK_TIMEOUT: '60' } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = linesOf(stdout);
  expect(lines.map(({ check, of, state }) => [check, of, state])).toEqual([
    ['server', server.url, 'ok'],
    ['key', 'launch', 'ok'],
    ['stream', 'launch', 'ok'],
    ['mcp', server.url, 'ok'],
    ['hook', 'Claude Desktop', 'unused'],
    ['hook', 'Cursor', 'ok'],
    ['hook', 'Codex CLI', 'ok'],
    ['listen', server.url, 'ok'],
    ['wake', 'spaces', 'unused'],
  ]);
  expect(lines.at(-1)!.said).toContain('parley wake set URL');
  // Nothing of it is in the space of the user.
  expect(await user.does('messages', '--json')).toBe('');
  for (const key of await keysOf(user)) expect(stdout).not.toContain(key);
});

test('hooks that do not fit are named, with the command that renews them; those of another profile with the way to check them', async () => {
  const [user] = await machines(server.url, 'user');
  await user.does('space', 'create', 'Launch', '--name', 'Olga');
  await user.does('--profile', 'other', 'install', 'codex');
  await user.does('install', 'cursor', '--space', 'launch');
  const { code, stdout } = await user.tries(['doctor']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ hook +Cursor: its hooks are of another space.* \(run `parley install cursor` again\)/);
  expect(stdout).toMatch(/- hook +Codex CLI: its hooks use the profile other: check with `parley --profile other doctor`/);
  expect(stdout).toMatch(/✓ mcp /);
});

test('without a server nothing is proved, and the first problem decides the exit code', async () => {
  const [user] = await machines('http://127.0.0.1:1', 'user');
  const { code, stdout } = await user.tries(['doctor']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ server[^]*✗ mcp /);
  expect(stdout).not.toMatch(/listen/);
});

test('a server that refuses the space for the check is no failure: the report says what was not checked, and why', async () => {
  const refusal = { error: 'Spaces are created by our administrators', code: 'forbidden' };
  const { url, requests } = await fakeService({
    'GET /api/health': () => ({ body: { status: 'ok' } }),
    'POST /hub/space': () => ({ status: 403, body: refusal }),
  });
  const [user] = await machines(url, 'user');
  const { code, stdout } = await user.tries(['doctor', '--json']);
  expect(code).toBe(0);
  const lines = linesOf(stdout);
  expect(lines.map(({ check, of, state }) => [check, of, state])).toEqual([
    ['server', url, 'ok'],
    ['mcp', url, 'unused'],
    ['wake', 'spaces', 'unused'],
  ]);
  expect(lines[1]!.said).toContain(refusal.error);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/health', 'POST /hub/space']);
});
