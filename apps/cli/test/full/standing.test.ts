import { Parley } from '@parley/sdk';
import { inTime } from '@parley/testing';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { machines, type Machine } from '../machine.ts';
import { atTerminal } from '../terminal.ts';

const server = inject('server');

/** After this, `status` goes on without the service. */
const statusMs = 3_000;
const nowhere = 'http://127.0.0.1:1';

async function meeting() {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  await olga.does('space', 'create', 'Launch plan', '--name', 'Olga');
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', agentLink, '--name', 'Gus', '--role', 'reviewer');
  return { olga, gus, agentLink };
}

/** Lets the files of a machine name a server that is not there. */
async function withoutServer({ folder }: Machine): Promise<void> {
  const spaces = join(folder, 'data/parley/default/spaces');
  for (const name of await readdir(spaces)) {
    const text = await readFile(join(spaces, name), 'utf8');
    await writeFile(join(spaces, name), text.replaceAll(server.url, nowhere));
  }
}

test('status says who and where the user is, what is unread and what waits, and JSON has the same', async () => {
  const { olga, gus } = await meeting();
  await olga.does('send', 'Hello');
  await olga.does('send', '--to', 'Gus', 'Ready?');
  expect((await inTime(statusMs, () => gus.does('status'))).split('\n')).toEqual([
    'profile   default',
    `server    ${server.url}`,
    'login     not logged in',
    expect.stringMatching(/^space {5}Launch plan \(launch-plan\): open, .* left$/),
    'you       Gus, reviewer',
    'unread    2',
    'for you   1 open; `parley inbox` lists them',
  ]);
  expect(await gus.does('messages', '--last', '1')).toMatch(/Ready\?$/);
  expect(await gus.answers('status')).toMatchObject({ unread: 2 });
  await gus.does('messages');
  expect(await inTime(statusMs, () => gus.answers('status'))).toMatchObject({
    profile: 'default',
    login: 'not logged in',
    space: { name: 'Launch plan', alias: 'launch-plan' },
    me: { name: 'Gus', role: 'reviewer', status: 'active' },
    state: 'open',
    unread: 0,
    forYou: 1,
    damaged: [],
  });
  expect((await gus.tries(['inbox'])).stdout).toMatch(/#\d+ +Olga +reply +queued/);
  expect(await gus.tries(['inbox', 'clam'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/unknown command 'clam' \(Did you mean claim\?\)/) as string,
  });
});

test('status names who asks to join, says that there is no space, and works without a server', async () => {
  const [olga, nobody] = await machines(server.url, 'olga', 'nobody');
  await olga.does('space', 'create', 'Door', '--privacy', 'private', '--name', 'Olga');
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  const ending = new AbortController();
  const asking = new Parley({ baseUrl: server.url }).join(agentLink, { name: 'Dan', signal: ending.signal }).catch(() => {});
  await expect.poll(() => olga.does('status'), { timeout: 60_000 }).toContain('waiting   Dan to be approved');
  ending.abort();
  await asking;
  expect(await nobody.does('status')).toMatch(/^space {5}none: There is no current space$/m);
  await withoutServer(olga);
  expect(await olga.does('status')).toMatch(
    /^space {5}Door \(door\): unknown, http:\/\/127.0.0.1:1 could not be reached.*\nyou {7}owner$/m,
  );
});

test('send names the space that it sent to, with the addressees', async () => {
  const { olga } = await meeting();
  expect(await olga.tries(['send', 'Hello'])).toMatchObject({ code: 0, stdout: '', stderr: 'Sent to Launch plan\n' });
  expect((await olga.tries(['send', '--to', 'Gus', 'Hello'])).stderr).toBe('Sent to Gus in Launch plan\n');
  expect((await olga.tries(['send', 'Hello', '--json'])).stderr).toBe('');
});

test('space list has what is unread and whether each space is open; without an answer the state is unknown', async () => {
  const { olga, gus, agentLink } = await meeting();
  await olga.does('send', 'Hello');
  await olga.does('space', 'create', 'Short', '--name', 'Olga');
  const invited = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', invited.agentLink, '--name', 'Gus');
  const [mia] = await machines(server.url, 'mia');
  await mia.does('join', agentLink, '--name', 'Mia');
  await olga.does('space', 'close', '--yes');
  await olga.does('kick', 'Mia', '--space', 'launch-plan', '--yes');
  const listed = await gus.tries(['space', 'list']);
  expect(listed.stdout).toMatch(/^ +launch-plan +Launch plan +participant +open +1 /m);
  expect(listed.stdout).toMatch(/^\* +short +Short +participant +ended /m);
  expect(listed.stderr).toContain('Short has ended and is no longer your current space');
  expect((await gus.tries(['space', 'list'])).stdout).not.toContain('*');
  expect(await mia.answers('space', 'list')).toMatchObject([{ state: 'removed' }]);
  await withoutServer(gus);
  expect(await gus.answers('space', 'list')).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }]);
});

test('a space that has ended stops being the current one with the first command that meets its end', async () => {
  const { olga, gus } = await meeting();
  await olga.does('space', 'close', '--yes');
  const first = await gus.tries(['send', 'Hello', '--json']);
  expect(first.code).toBe(5);
  expect(JSON.parse(first.stderr)).toMatchObject({
    error: '“Launch plan” has ended and is no longer your current space',
    code: expect.stringMatching(/^(key_expired|space_closed)$/) as string,
    hint: expect.stringContaining('`parley use SPACE`') as string,
  });
  expect(await gus.tries(['send', 'Hello'])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('There is no current space') as string,
  });
  // One that is named stays what it is.
  await gus.does('use', 'launch-plan');
  expect((await gus.tries(['send', '--space', 'launch-plan', 'Hello'])).stderr).not.toContain('no longer your current');
});

test('a damaged file of one space loses only that space, and status and mcp doctor name it', async () => {
  const { olga } = await meeting();
  const { spaceId } = await olga.answers<{ spaceId: string }>('space', 'create', 'Other', '--name', 'Olga');
  const file = join(olga.folder, 'data/parley/default/spaces', `${spaceId}.json`);
  await writeFile(file, '{');
  const listed = await olga.tries(['space', 'list']);
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('launch-plan') as string });
  expect(listed.stderr).toContain(`✗ ${file} is damaged`);
  await olga.does('send', '--space', 'launch-plan', 'Hello');
  expect(await olga.tries(['send', 'Hello'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${file} is damaged`) as string,
  });
  expect(await olga.does('status')).toContain(`✗         ${file} is damaged`);
  expect(await olga.tries([])).toMatchObject({ code: 0 });
  const examined = await olga.tries(['mcp', 'doctor']);
  expect(examined.stdout).toMatch(/✓ key +launch-plan/);
  expect(examined.stdout.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
    `✗ file    ${file}: it is damaged; delete it to continue without its content`,
  ]);
  expect(examined.code).toBe(1);
});

test('participants lists the present; the others are below with --all, and in JSON', async () => {
  const { olga, gus } = await meeting();
  await gus.does('leave', '--yes');
  const { stdout, stderr } = await olga.tries(['participants']);
  expect(stdout).not.toContain('Gus');
  expect(stderr).toBe('1 left or were removed; --all lists them.\n');
  expect((await olga.does('participants', '--all')).split('\n').at(-1)).toMatch(/^Gus +reviewer +left/);
  expect(await olga.answers('participants')).toHaveLength(2);
});

test('download asks before it overwrites another text, and unlock says if nothing was locked', async () => {
  const { olga } = await meeting();
  await writeFile(join(olga.folder, 'plan.md'), 'Mine');
  await olga.tries(['artifact', 'create', 'Plan'], { input: '# Plan' });
  expect(await olga.tries(['artifact', 'download', 'Plan', '--out', 'plan.md'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('This would overwrite plan.md') as string,
  });
  expect(await readFile(join(olga.folder, 'plan.md'), 'utf8')).toBe('Mine');
  await olga.does('artifact', 'download', 'Plan', '--out', 'plan.md', '--yes');
  // The same text again overwrites nothing.
  await olga.does('artifact', 'download', 'Plan', '--to', 'plan.md');
  expect(await readFile(join(olga.folder, 'plan.md'), 'utf8')).toBe('# Plan');
  expect((await olga.tries(['artifact', 'unlock', 'Plan'])).stderr).toBe('It was not locked\n');
  await olga.does('artifact', 'lock', 'Plan');
  expect((await olga.tries(['artifact', 'unlock', 'Plan'])).stderr).toBe('Unlocked\n');
});

test('messages folds a long message at a terminal only, and not with --full', async () => {
  const { olga } = await meeting();
  const text = Array.from({ length: 100 }, (_, i) => `Line ${i + 1}.`).join('\n');
  await olga.tries(['send'], { input: text });
  const lines = async (...words: string[]) => {
    const { shown } = await atTerminal(olga, ['messages', ...words], () => {});
    return { count: shown.match(/Line \d+\./g)!.length, shown };
  };
  const short = await lines();
  expect(short.count).toBe(24);
  expect(short.shown).toContain('76 more lines; --full prints them');
  expect((await lines('--full')).count).toBe(100);
  expect((await olga.does('messages')).match(/Line \d+\./g)).toHaveLength(100);
});
