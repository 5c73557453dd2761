import type { SpaceKeys } from '@parley/sdk';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { machines, type Machine } from '../machine.ts';
import { at, atTerminal } from '../terminal.ts';

const server = inject('server');

/** Olga, the owner, and Gus in a space with an artifact of each. */
async function documented(): Promise<{ olga: Machine; gus: Machine; plan: string; notes: string }> {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  await olga.answers<SpaceKeys>('space', 'create', 'Launch', '--name', 'Olga');
  await gus.does('join', (await olga.answers<{ agentLink: string }>('invite')).agentLink, '--name', 'Gus');
  const plan = await olga.does('artifact', 'create', 'Plan');
  const notes = await gus.does('artifact', 'create', 'Notes');
  return { olga, gus, plan, notes };
}

const namesOf = async (machine: Machine, ...options: string[]) =>
  (await machine.answers<{ name: string }[]>('artifact', 'list', ...options)).map(({ name }) => name);

test('rename gives an artifact another name, unless somebody else holds its lock', async () => {
  const { olga, gus, plan } = await documented();
  expect(await gus.tries(['artifact', 'rename', 'Plan', 'Final plan'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Renamed “Plan” to “Final plan”\n',
  });
  expect(await olga.answers('artifact', 'rename', plan, 'Plan')).toMatchObject({ id: plan, name: 'Plan', version: 1 });
  await olga.does('artifact', 'lock', 'Plan');
  const { code, stderr } = await gus.tries(['artifact', 'rename', 'Plan', 'Mine']);
  expect(code).toBe(5);
  expect(stderr).toContain('artifact list');
  expect(await namesOf(olga)).toEqual(['Plan', 'Notes']);
});

test('delete removes an artifact for everyone, and its owner finds it in a list and brings it back', async () => {
  const { olga, gus, notes } = await documented();
  await gus.tries(['artifact', 'write', 'Notes', '--append'], { input: 'kept' });
  expect(await gus.tries(['artifact', 'delete', 'Notes', '--yes'])).toEqual({
    code: 0,
    stdout: '',
    stderr: `Deleted “Notes”; you and the owner can bring it back with \`parley artifact undelete ${notes.slice(0, 8)}\`\n`,
  });
  expect(await namesOf(olga)).toEqual(['Plan']);
  expect(await gus.tries(['artifact', 'show', 'Notes'])).toMatchObject({ code: 3 });
  expect(await olga.does('artifact', 'list', '--deleted')).toMatch(
    new RegExp(
      String.raw`^name +version +deleted +by +id *\nNotes +2 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +Gus +${notes.slice(0, 8)}$`,
    ),
  );
  const [deleted] = await olga.answers<object[]>('artifact', 'list', '--deleted');
  expect(deleted).toMatchObject({ id: notes, name: 'Notes', version: 2 });
  // Like the list of the others.
  expect(deleted).not.toHaveProperty('content');
  expect(await olga.tries(['artifact', 'undelete', 'Notes'])).toEqual({
    code: 0,
    stdout: '',
    stderr: '“Notes” is back, with version 2 and its history\n',
  });
  expect(await gus.does('artifact', 'show', 'Notes')).toBe('kept');
  expect(await olga.tries(['artifact', 'list', '--deleted'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'No deleted artifacts\n',
  });
  expect(await olga.answers('artifact', 'delete', 'Notes', '--yes')).toEqual({ ok: true, artifactId: notes });
  expect(await olga.answers('artifact', 'undelete', notes)).toMatchObject({ id: notes, name: 'Notes', version: 2 });
  await gus.does('artifact', 'delete', 'Notes', '--yes');
  expect(await gus.answers('artifact', 'undelete', 'Notes')).toMatchObject({ id: notes, version: 2 });
});

test('delete asks in a terminal, and elsewhere needs --yes', async () => {
  const { olga } = await documented();
  const { code, stderr } = await olga.tries(['artifact', 'delete', 'Plan']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'parley: This would delete “Plan” (confirm with --yes)\n' });
  const answered = (key: string) =>
    atTerminal(
      olga,
      ['artifact', 'delete', 'Plan'],
      at(/Delete “Plan” for everyone\?.*\[y\/N\]/, (_, type) => type(`${key}\r`)),
    );
  expect(await answered('n')).toMatchObject({ code: 1 });
  expect(await namesOf(olga)).toContain('Plan');
  expect(await answered('y')).toMatchObject({ code: 0 });
  expect(await namesOf(olga)).not.toContain('Plan');
});

test('undelete finds only deleted artifacts, and refuses a name that several had', async () => {
  const { olga, plan } = await documented();
  expect(await olga.tries(['artifact', 'undelete', 'Plan'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('There is no deleted artifact “Plan”') as string,
  });
  await olga.does('artifact', 'delete', 'Plan', '--yes');
  const second = await olga.does('artifact', 'create', 'Plan');
  await olga.does('artifact', 'delete', 'Plan', '--yes');
  const { code, stderr } = await olga.tries(['artifact', 'undelete', 'Plan']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/ambiguous.*use more characters of the id/);
  for (const id of [plan, second]) expect(stderr).toContain(id.slice(0, 8));
  await olga.does('artifact', 'undelete', plan.slice(0, 13));
  expect(await olga.answers('artifact', 'list')).toMatchObject([{ name: 'Notes' }, { name: 'Plan', id: plan }]);
});

test('create refuses a name that is taken, and says how to write that artifact', async () => {
  const { olga, gus, plan } = await documented();
  const refused = await gus.tries(['artifact', 'create', 'Plan'], { input: 'mine' });
  expect(refused).toEqual({
    code: 5,
    stdout: '',
    stderr:
      `parley: There is already an artifact named "Plan" (\`parley artifact write ${plan.slice(0, 8)} FILE\` writes it; ` +
      'with --if-exists create, another one gets the same name)\n',
  });
  const { code, stderr } = await gus.tries(['artifact', 'create', 'Plan', '--json']);
  expect(code).toBe(5);
  expect(JSON.parse(stderr)).toMatchObject({ code: 'name_taken', artifactId: plan });
  expect(await namesOf(olga)).toEqual(['Plan', 'Notes']);
  await olga.does('artifact', 'delete', 'Plan', '--yes');
  await gus.does('artifact', 'create', 'Plan');
});

test('create makes another artifact of the same name, or returns the present one, where that is wanted', async () => {
  const { olga, gus, plan } = await documented();
  const second = await gus.does('artifact', 'create', 'Plan', '--if-exists', 'create');
  expect(second).not.toBe(plan);
  expect(await gus.does('artifact', 'create', 'Plan', '--if-exists', 'return')).toBe(plan);
  expect(await gus.tries(['artifact', 'create', 'Plan', '--if-exists', 'return'], { input: 'mine' })).toEqual({
    code: 0,
    stdout: `${plan}\n`,
    stderr: `“Plan” was there already, with another text; \`parley artifact write ${plan.slice(0, 8)} FILE\` replaces it\n`,
  });
  expect(await olga.does('artifact', 'show', plan)).toBe('');
  await gus.does('artifact', 'create', 'New', '--if-exists', 'return');
  expect(await namesOf(olga)).toEqual(['Plan', 'Notes', 'Plan', 'New']);
  expect(await gus.tries(['artifact', 'create', 'Plan', '--if-exists', 'maybe'])).toMatchObject({ code: 2 });
});

test('a file is based on an artifact that was returned only if it has its text', async () => {
  const { olga, gus } = await documented();
  const returned = (file: string) => gus.tries(['artifact', 'create', 'Plan', '--if-exists', 'return', '--from', file]);
  await writeFile(join(gus.folder, 'plan.md'), 'mine');
  expect((await returned('plan.md')).code).toBe(0);
  await olga.tries(['artifact', 'write', 'Plan'], { input: 'hers' });
  await writeFile(join(gus.folder, 'same.md'), 'hers');
  expect(await returned('same.md')).toMatchObject({ code: 0, stderr: '' });
  await olga.tries(['artifact', 'write', 'Plan', '--force'], { input: 'newer' });
  expect((await gus.tries(['artifact', 'write', 'Plan', 'same.md'])).stderr).toContain('is based on version 2');
  expect((await gus.tries(['artifact', 'write', 'Plan', 'plan.md'])).stderr).toContain('It is not known');
});

test('watch says who renamed, deleted and brought back what', async () => {
  const { olga, gus } = await documented();
  await gus.does('artifact', 'rename', 'Plan', 'Final plan');
  await gus.does('artifact', 'delete', 'Notes', '--yes');
  await olga.does('artifact', 'undelete', 'Notes');
  const watching = gus.start(['watch', '--after', '0']);
  await watching.says('Olga brought “Notes” back');
  watching.child.kill('SIGINT');
  const { stdout } = await watching.ended;
  expect(stdout).toContain('Gus renamed an artifact to “Final plan”');
  expect(stdout).toContain('Gus deleted “Notes”');
});
