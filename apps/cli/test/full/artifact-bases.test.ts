import { appendFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { machines, type Machine } from '../machine.ts';

const server = inject('server');

/** Olga has downloaded a file that Gus can change too. */
async function downloaded(): Promise<{ olga: Machine; gus: Machine; file: string; link: string }> {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  const { agentLink: link } = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', link, '--name', 'Gus');
  await olga.tries(['artifact', 'create', 'Plan'], { input: 'one\n' });
  await olga.does('artifact', 'download', 'Plan', '--out', 'plan.md');
  return { olga, gus, file: join(olga.folder, 'plan.md'), link };
}

const present = async (who: Machine) => who.does('artifact', 'show', 'Plan');

test('a downloaded file does not overwrite what another has written since', async () => {
  const { olga, gus, file } = await downloaded();
  await gus.tries(['artifact', 'write', 'Plan', '--append'], { input: 'two of Gus\n' });
  await appendFile(file, 'two of Olga\n');
  const { code, stdout, stderr } = await olga.tries(['artifact', 'write', 'Plan', 'plan.md']);
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(stderr).toMatch(
    /^--- Plan, version 1\n\+\+\+ Plan, version 2\n@@ -1,1 \+1,2 @@\n one\n\+two of Gus\nparley: “Plan” has changed: Gus wrote version 2 on \S+ \S+, and plan\.md is based on version 1 \(.*download.*--force.*\)\n$/,
  );
  expect(await present(gus)).toBe('one\ntwo of Gus');
  const json = await olga.tries(['artifact', 'write', 'Plan', '--from', 'plan.md', '--json']);
  expect(JSON.parse(json.stderr)).toMatchObject({
    code: 'version_conflict',
    currentVersion: 2,
    updatedByName: 'Gus',
    diff: { from: 1, to: 2, added: 1 },
  });
  const tried = await olga.tries(['artifact', 'write', 'Plan', 'plan.md', '--dry-run']);
  expect(tried.code).toBe(5);
});

test('it does after another download, with --base, or with --force', async () => {
  const { olga, gus, file } = await downloaded();
  const changed = () => gus.tries(['artifact', 'write', 'Plan', '--append'], { input: 'more\n' });
  await changed();
  await olga.does('artifact', 'download', 'Plan', '--out', 'plan.md', '--yes');
  await appendFile(file, 'mine\n');
  expect((await olga.tries(['artifact', 'write', 'Plan', 'plan.md'])).stderr).toBe('Wrote version 3\n');
  // From then on it is based on what it has written.
  await appendFile(file, 'mine too\n');
  await olga.does('artifact', 'write', 'Plan', 'plan.md');
  await changed();
  expect(await olga.tries(['artifact', 'write', 'Plan', 'plan.md'])).toMatchObject({ code: 5 });
  expect(await olga.tries(['artifact', 'write', 'Plan', 'plan.md', '--base', '4'])).toMatchObject({ code: 5 });
  await olga.does('artifact', 'write', 'Plan', 'plan.md', '--base', '5');
  await changed();
  await olga.does('artifact', 'write', 'Plan', 'plan.md', '--force');
  await olga.does('artifact', 'write', 'Plan', 'plan.md');
  expect(await present(gus)).toBe((await readFile(file, 'utf8')).trimEnd());
});

test('a file that an artifact was created from is based on its first version, an unknown one on none', async () => {
  const { olga, gus, file } = await downloaded();
  await writeFile(file, 'new\n');
  await olga.does('artifact', 'create', 'Notes', '--from', 'plan.md');
  await gus.tries(['artifact', 'write', 'Notes', '--append'], { input: 'more\n' });
  expect(await olga.tries(['artifact', 'write', 'Notes', 'plan.md'])).toMatchObject({ code: 5 });
  await writeFile(join(olga.folder, 'other.md'), 'other\n');
  const unknown = await olga.tries(['artifact', 'write', 'Notes', 'other.md']);
  expect(unknown).toMatchObject({ code: 5, stdout: '' });
  expect(unknown.stderr).toMatch(
    /^parley: It is not known which version of “Notes” other\.md was made from, and it would replace version 2 \(.*diff (\w{8}) FILE.*write \1 FILE --base.*--force.*\)\n$/,
  );
  const json = await olga.tries(['artifact', 'write', 'Notes', '--json'], { input: 'piped\n' });
  expect(JSON.parse(json.stderr)).toMatchObject({ code: 'base_version_required', currentVersion: 2 });
  expect(await olga.does('artifact', 'write', 'Notes', 'other.md', '--dry-run')).toContain('\n-more\n+other');
  expect(await olga.tries(['artifact', 'write', 'Notes', 'other.md', '--base', '2'])).toMatchObject({ code: 0 });
});

test('a text of unknown origin replaces an empty one, and one that is there already makes no version', async () => {
  const { olga, gus, file } = await downloaded();
  await olga.does('artifact', 'create', 'Notes');
  const written = () => gus.tries(['artifact', 'write', 'Notes'], { input: 'piped\n' });
  expect(await written()).toMatchObject({ code: 0, stderr: 'Wrote version 2\n' });
  expect(await written()).toMatchObject({ code: 0, stderr: 'Nothing was changed: version 2 has this text\n' });
  // From then on the file is that version.
  await writeFile(file, 'piped\n');
  expect(await olga.tries(['artifact', 'write', 'Notes', 'plan.md'])).toMatchObject({ code: 0 });
  await appendFile(file, 'more\n');
  expect(await olga.tries(['artifact', 'write', 'Notes', 'plan.md'])).toMatchObject({ code: 0, stderr: 'Wrote version 3\n' });
});

test('the base belongs to one file, one artifact and one profile, and only so many are remembered', async () => {
  const { olga } = await downloaded();
  const folder = join(olga.folder, 'data/parley/default/bases');
  const [base] = await readdir(folder);
  expect(await readFile(join(folder, base!), 'utf8')).toBe('{"version":1}');
  for (let i = 0; i < 600; i += 1) await writeFile(join(folder, `${i}.json`), '{"version":1}');
  await olga.does('artifact', 'download', 'Plan', '--out', 'copy.md');
  expect((await readdir(folder)).length).toBe(500);
  // A damaged one is none.
  for (const name of await readdir(folder)) await writeFile(join(folder, name), 'damaged');
  await writeFile(join(olga.folder, 'copy.md'), 'mine\n');
  expect(await olga.tries(['artifact', 'write', 'Plan', 'copy.md'])).toMatchObject({ code: 5 });
});

test('text is appended and sections are replaced or extended in one request, also under a lock of your own', async () => {
  const { olga, gus } = await downloaded();
  await olga.tries(['artifact', 'write', 'Plan', '--force'], { input: '# Plan\n\n## Risks\n\nnone\n\n## Dates\n\nMay\n' });
  await gus.tries(['artifact', 'write', 'Plan', '--section', 'Plan > Risks'], { input: '\nrain\n' });
  await gus.does('artifact', 'lock', 'Plan');
  await gus.tries(['artifact', 'write', 'Plan', '--section', 'Risks', '--append'], { input: 'snow\n' });
  expect(await olga.tries(['artifact', 'write', 'Plan', '--append'], { input: 'no' })).toMatchObject({ code: 5 });
  await gus.tries(['artifact', 'write', 'Plan', '--append'], { input: 'end\n' });
  expect(await present(gus)).toMatch(/^# Plan\n\n## Risks\n+rain\n+snow\n+## Dates\n\nMay\nend$/);
  expect(await olga.answers('artifact', 'list')).toHaveProperty([0, 'lockedBy']);
  await gus.does('artifact', 'unlock', 'Plan');
  expect(await olga.tries(['artifact', 'write', 'Plan', '--section', 'Budget'], { input: 'x' })).toMatchObject({
    code: 5,
    stderr: 'parley: “Plan” has no heading “Budget” (there are: Plan; Plan > Risks; Plan > Dates)\n',
  });
});

test('--dry-run shows what a write would change, and writes nothing', async () => {
  const { olga, file } = await downloaded();
  await writeFile(file, 'ONE\n');
  expect(await olga.tries(['artifact', 'write', 'Plan', 'plan.md', '--dry-run'])).toEqual({
    code: 0,
    stdout: '--- Plan, version 1\n+++ plan.md\n@@ -1,1 +1,1 @@\n-one\n+ONE\n',
    stderr: '',
  });
  expect(await olga.answers('artifact', 'write', 'Plan', 'plan.md', '--dry-run')).toMatchObject({ added: 1, removed: 1 });
  expect(await present(olga)).toBe('one');
  await writeFile(file, 'one\n');
  expect((await olga.tries(['artifact', 'write', 'Plan', 'plan.md', '--dry-run'])).stderr).toBe('Nothing would change\n');
});

test('--wait waits for the lock of another', async () => {
  const { olga, gus, file } = await downloaded();
  await appendFile(file, 'mine\n');
  await gus.does('artifact', 'lock', 'Plan');
  const writing = olga.start(['artifact', 'write', 'Plan', 'plan.md', '--wait', '60s']);
  await olga.does('status');
  await gus.does('artifact', 'unlock', 'Plan');
  expect(await writing.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('Wrote version 2') as string });
});

test('edited text whose lock was lost does not overwrite what was written meanwhile', async () => {
  const { olga, gus } = await downloaded();
  const done = join(gus.folder, 'done');
  const editor = join(gus.folder, 'editor.sh');
  await writeFile(editor, `echo typed > "$1"; echo editing >&2; while [ ! -e ${done} ]; do sleep 0.1; done`);
  const editing = gus.start(['artifact', 'edit', 'Plan'], { env: { EDITOR: `sh ${editor}` } });
  await editing.says('editing');
  await olga.does('artifact', 'unlock', 'Plan', '--yes');
  await olga.tries(['artifact', 'write', 'Plan', '--append'], { input: 'two\n' });
  // The lock is his again, but not the text.
  await gus.does('artifact', 'lock', 'Plan');
  await writeFile(done, '');
  const { code, stderr } = await editing.ended;
  expect(code).toBe(5);
  const [, file] = /your text is saved in (\S+\.md)/.exec(stderr)!;
  expect(await readFile(file!, 'utf8')).toBe('typed\n');
  const late = await gus.tries(['artifact', 'write', 'Plan', file!]);
  expect(late).toMatchObject({ code: 5, stderr: expect.stringContaining('\n+two\n') as string });
  expect(await present(olga)).toBe('one\ntwo');
});
