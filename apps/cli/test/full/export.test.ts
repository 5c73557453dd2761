import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { machines } from '../machine.ts';

let data: string;
const server = inject('server');
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-cli-export-'));
});
afterAll(async () => {
  await rm(data, { recursive: true });
});

test('export saves the space in the format of the file name, for its user only, and asks before it overwrites', async () => {
  const [olga] = await machines(server.url, 'olga');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  await olga.does('send', 'Shall we begin?');
  const folder = join(data, 'exports');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const [name, begins] of [
    ['launch.md', '# Launch'],
    ['launch.zip', 'PK'],
    ['launch', '{"format":"parley/1"'],
  ] as const) {
    await olga.does('export', '--out', join(folder, name));
    expect((await readFile(join(folder, name), 'utf8')).startsWith(begins)).toBe(true);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  expect((await readdir(folder)).length).toBe(3);
  expect(await olga.tries(['export', '--out', join(folder, 'launch.md')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('overwrite'),
  });
  await olga.does('export', '--out', join(folder, 'launch.md'), '--yes');
});

test('export prints lines or a transcript without a file, and refuses to print an archive', async () => {
  const [olga] = await machines(server.url, 'olga-prints');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  await olga.does('send', 'Shall we begin? ä€😀');
  expect(await olga.does('export', '--format', 'md')).toContain('> Shall we begin? ä€😀');
  const lines = (await olga.does('export')).split('\n');
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ end: 'parley/1' });
  expect(await olga.tries(['export', '--format', 'zip'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--out FILE'),
  });
});
