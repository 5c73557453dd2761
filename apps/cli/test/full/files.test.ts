import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { machines, main } from '../machine.ts';

const server = inject('server');

test('a build log of 5 MB changes hands by its name, and nothing is overwritten', async () => {
  const [olga, gus] = await machines(server.url, 'olga-files', 'gus-files');
  await olga.does('space', 'create', 'Build', '--name', 'Olga');
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', agentLink, '--name', 'Gus');
  const log = randomBytes(5_000_000);
  await writeFile(join(gus.folder, 'build.log'), log);
  const fileId = await gus.does('put', 'build.log');
  expect(fileId).toMatch(/^[\da-f-]{36}$/);
  expect(await olga.does('files')).toMatch(/build\.log +4\.8 MB +application\/octet-stream +Gus /);

  await olga.does('get', 'build.log');
  expect((await readFile(join(olga.folder, 'build.log'))).equals(log)).toBe(true);
  expect(await olga.tries(['get', 'build.log'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
  await writeFile(join(olga.folder, 'build.log'), 'mine');
  await olga.does('get', fileId.slice(0, 8), '--force');
  expect((await readFile(join(olga.folder, 'build.log'))).equals(log)).toBe(true);
  await olga.does('get', fileId, '--out', 'other');
  const piped = spawnSync(process.execPath, [main, 'get', fileId, '--out', '-'], { env: olga.env, maxBuffer: 2 ** 24 });
  expect(piped.stdout.equals(log)).toBe(true);
  expect(piped.stderr.toString()).toBe('');
  expect(await olga.tries(['put', '-', '--name', 'piped.txt'], { input: 'From a pipe' })).toMatchObject({ code: 0 });
  expect((await olga.tries(['get', 'piped.txt', '--out', '-'])).stdout).toBe('From a pipe');
  await olga.tries(['send', 'See this', '--attach', '-'], { input: 'Attached' });
  expect((await olga.tries(['get', 'stdin', '--out', '-'])).stdout).toBe('Attached');
  expect(await olga.tries(['get', fileId, '--out', 'no/such'])).toMatchObject({
    code: 3,
    stderr: 'parley: There is no folder no\n',
  });
  expect((await readdir(olga.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await olga.tries(['get', 'nothing'])).toMatchObject({ code: 3 });
  expect(await olga.tries(['get', fileId, '--out', '.'])).toMatchObject({ code: 2 });
});

test('send attaches files, of this machine or of the space, and messages show them', async () => {
  const [olga] = await machines(server.url, 'olga-attaches');
  await olga.does('space', 'create', 'Build', '--name', 'Olga');
  await writeFile(join(olga.folder, 'a.txt'), 'one\n');
  const stored = await olga.does('put', 'a.txt', '--name', 'old.txt');
  await olga.does('send', '--attach', 'a.txt', '--attach', 'old.txt', 'The logs');
  const said = await olga.does('messages');
  expect(said).toContain('The logs');
  expect(said).toMatch(/\[file [\da-f]{8}\] a\.txt \(4 B\)\n\[file [\da-f]{8}\] old\.txt \(4 B\)/);
  const url = await olga.does('files', '--link', 'old.txt');
  expect(await (await fetch(url)).text()).toBe('one\n');
  await olga.does('files', '--delete', 'old.txt', '--yes');
  expect(await olga.does('files')).not.toContain(stored.slice(0, 8));
  expect(await olga.tries(['send', '--attach', 'old.txt', 'Again'])).toMatchObject({ code: 3 });
  await rm(join(olga.folder, 'a.txt'));
  expect(await olga.tries(['put', 'a.txt'])).toMatchObject({ code: 3 });
  expect(await olga.tries(['put', '.'])).toMatchObject({ code: 2 });
});
