import { Parley, type Space, type SpaceKeys } from '@parley/sdk';
import { startServer, type TestServer } from '@parley/testing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeService } from '../fake-service.ts';
import { machines, type Machine } from '../machine.ts';
import { atTerminal } from '../terminal.ts';

let data: string;
let server: TestServer;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-cli-history-'));
  server = await startServer({
    PARLEY_DATA_DIR: data,
    PARLEY_RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
    PARLEY_ARTIFACT_VERSIONS: '60',
  });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true });
});

/** Olga and Gus in a space with an artifact of four versions. */
async function documented(): Promise<{ olga: Machine; gus: Machine; space: Space }> {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  const keys = await olga.answers<SpaceKeys>('space', 'create', 'Launch', '--name', 'Olga', '--show-key');
  const space = new Parley({ baseUrl: server.url }).space({ spaceId: keys.spaceId, key: keys.key });
  await gus.does('join', (await olga.answers<{ agentLink: string }>('invite')).agentLink, '--name', 'Gus');
  await olga.tries(['artifact', 'create', 'Plan'], { input: '# Plan\n\none\n' });
  await gus.tries(['artifact', 'write', 'Plan', '--append', '--note', 'the second point'], { input: 'two\n' });
  await olga.tries(['artifact', 'write', 'Plan', '--section', 'Plan'], { input: '\nthree\n' });
  await gus.does('artifact', 'restore', 'Plan', '2', '--note', 'three was wrong');
  return { olga, gus, space };
}

test('log lists who wrote what, when, how and why, newest first', async () => {
  const { olga } = await documented();
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
  const block = (version: number, author: string, how: string, note?: string) =>
    String.raw`version ${version}\nAuthor: ${author}\nDate:   ${time}\nChange: ${how}${note ? String.raw`\n\n    ${note}` : ''}`;
  expect(await olga.does('artifact', 'log', 'Plan')).toMatch(
    new RegExp(
      `^${[
        block(4, 'Gus', 'version 2 restored, 16 bytes', 'three was wrong'),
        block(3, 'Olga', 'a section changed, 14 bytes'),
        block(2, 'Gus', 'text appended, 16 bytes', 'the second point'),
        block(1, 'Olga', 'created, 12 bytes'),
      ].join('\n\n')}$`,
    ),
  );
  const { stdout, stderr } = await olga.tries(['artifact', 'log', 'Plan', '--last', '2']);
  expect(stdout.match(/^version \d/gm)).toEqual(['version 4', 'version 3']);
  expect(stderr).toBe('There are older versions; --last 4 shows more of them\n');
  const listed = await olga.answers<{ version: number; via: string }[]>('artifact', 'log', 'Plan', '--last', '3');
  expect(listed).toMatchObject([{ version: 4, via: 'restore', restoredFrom: 2 }, { version: 3 }, { version: 2 }]);
});

test('show prints a version, restore makes it the present one', async () => {
  const { olga } = await documented();
  expect(await olga.does('artifact', 'show', 'Plan', '3')).toBe('# Plan\n\nthree');
  expect(await olga.answers('artifact', 'show', 'Plan', '3')).toMatchObject({ version: 3, content: '# Plan\n\nthree\n' });
  expect(await olga.tries(['artifact', 'restore', 'Plan', '1'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'Wrote version 5 with the content of version 1\n',
  });
  expect(await olga.does('artifact', 'show', 'Plan')).toBe('# Plan\n\none');
  expect(await olga.answers('artifact', 'list')).not.toHaveProperty([0, 'lockedBy']);
  for (const verb of ['show', 'diff', 'restore']) {
    expect(await olga.tries(['artifact', verb, 'Plan', '9'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('artifact log') as string,
    });
  }
  expect(await olga.tries(['artifact', 'show', 'Plan', 'x'])).toMatchObject({ code: 2 });
});

test('restore replaces no version that was written while it ran', async () => {
  const [olga] = await machines('http://127.0.0.1:1', 'olga');
  const artifact = { id: randomUUID(), name: 'Plan', version: 2, updatedAt: new Date().toISOString() };
  const { url, requests } = await fakeService({
    'GET /hub/space/': () => ({ body: { name: 'Launch', participants: [], artifacts: [artifact] } }),
    'POST /hub/space/': () => ({
      status: 409,
      body: {
        error: 'Gus has written',
        code: 'version_conflict',
        currentVersion: 3,
        updatedByName: 'Gus',
        updatedAt: artifact.updatedAt,
      },
    }),
  });
  const env = { PARLEY_URL: url, PARLEY_SPACE: randomUUID(), PARLEY_KEY: 'a'.repeat(64) };
  const { code, stderr } = await olga.tries(['artifact', 'restore', 'Plan', '1'], { env });
  expect(code).toBe(5);
  expect(stderr).toMatch(/^What has changed since version 2 is no longer stored\n.*Gus wrote version 3 .*nothing was restored/s);
  expect(requests.at(-1)!.body).toEqual({ baseVersion: 2, lock: 'auto' });
});

test('a version whose content is no longer stored stays in the log, and cannot be shown', async () => {
  const { olga, space } = await documented();
  const { id: artifactId } = await space.artifacts.get('Plan');
  for (let i = 0; i < 100; i += 1) await space.call('writeArtifact', { artifactId, append: 'x', lock: 'auto' });
  // The service removes them soon after.
  await expect
    .poll(async () => (await space.call('listArtifactVersions', { artifactId, before: 4, limit: 1 })).versions[0]!.kept, {
      timeout: 60_000,
    })
    .toBe(false);
  // More than the service lists at once.
  const listed = await olga.does('artifact', 'log', 'Plan', '--limit', '200');
  expect(listed).toMatch(/^version 3 \(content no longer stored\)$/m);
  expect(listed.match(/^version \d+/gm)).toHaveLength(104);
  for (const words of [
    ['show', 'Plan', '3'],
    ['diff', 'Plan', '3'],
    ['restore', 'Plan', '3'],
  ]) {
    expect(await olga.tries(['artifact', ...words])).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^parley: The content of version 3 is no longer stored \(.*artifact log.*\)\n$/) as string,
    });
  }
});

test('diff shows the last change, the change since a version, and that between two', async () => {
  const { olga } = await documented();
  const last = '--- Plan, version 3\n+++ Plan, version 4\n@@ -1,3 +1,4 @@\n # Plan\n \n-three\n+one\n+two';
  expect(await olga.does('artifact', 'diff', 'Plan')).toBe(last);
  expect(await olga.does('artifact', 'diff', 'Plan', '3')).toBe(last);
  expect(await olga.does('artifact', 'diff', 'Plan', '1', '2')).toContain('\n one\n+two');
  expect(await olga.answers('artifact', 'diff', 'Plan', '1', '2')).toMatchObject({ from: 1, to: 2, added: 1, removed: 0 });
  expect(await olga.tries(['artifact', 'diff', 'Plan', '2', '4'])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await olga.tries(['artifact', 'diff', 'Plan', '--exit-code'])).toMatchObject({ code: 1 });
  expect(await olga.tries(['artifact', 'diff', 'Plan', '2', '4', '--exit-code'])).toMatchObject({ code: 0 });
  await olga.does('artifact', 'create', 'New');
  expect(await olga.tries(['artifact', 'diff', 'New'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'It has not been changed since it was created\n',
  });
});

test('diff compares with a file too, whose name can be a number', async () => {
  const { olga } = await documented();
  await writeFile(join(olga.folder, '7'), '# Plan\n\none\n');
  expect(await olga.does('artifact', 'diff', 'Plan', './7')).toContain('\n one\n-two');
  expect((await olga.tries(['artifact', 'diff', 'Plan', '-'], { input: '# Plan\n' })).stdout).toContain('\n-two');
  expect(await olga.tries(['artifact', 'diff', 'Plan', './7', '2'])).toMatchObject({ code: 2 });
});

test('in a terminal, differences have colours, and the texts of others cannot bring their own', async () => {
  const { olga, gus } = await documented();
  await gus.tries(['artifact', 'write', 'Plan', '--force', '--note', '\u001b[31mred\u202e'], {
    input: 'one\u001b]0;owned\u0007\r\ntwo\u2028+x\n',
  });
  const { shown } = await atTerminal(olga, ['artifact', 'diff', 'Plan'], () => {});
  expect(shown).toContain('\u001b[32m+one␛]0;owned␇␍\u001b[39m');
  expect(shown).toContain('\u001b[32m+two ⏎ +x\u001b[39m');
  expect(shown).toMatch(/\u001b\[36m@@ .* @@\u001b\[39m/);
  expect(shown.replaceAll(/\u001b\[\d*[mKG]/g, '')).not.toMatch(/[\u001b\u0007]/);
  const log = await atTerminal(olga, ['artifact', 'log', 'Plan'], () => {});
  expect(log.shown).toContain('\u001b[33mversion 5\u001b[39m');
  expect(log.shown).toContain('    ␛[31mred�');
  expect(await olga.does('artifact', 'diff', 'Plan')).not.toContain('\u001b');
});
