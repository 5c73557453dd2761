import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Machine } from '../machine.ts';
import { listed, planning, present } from '../planning.ts';
import { at, atTerminal, typing } from '../terminal.ts';

const server = inject('server');

test('a write that the lock of another refuses says how to propose the same, and with --propose does so', async () => {
  const { olga, gus } = await planning(server.url);
  await writeFile(join(gus.folder, "gus' plan.md"), '# Plan\n\nmine\n');
  await olga.does('artifact', 'lock', 'Plan');
  const words = ['artifact', 'write', 'Plan', "gus' plan.md", '--section', 'Plan', '--note', 'Mine', '--base', '1'];
  const refused = await gus.tries(words);
  expect(refused.code).toBe(5);
  const [, id] = /^parley: "Olga" holds the lock until \S+ \(`parley artifact propose (\w{8}) .*` proposes it instead\)\n$/.exec(
    refused.stderr,
  )!;
  expect(refused.stderr).toContain(String.raw`propose ${id} 'gus'\'' plan.md' --section Plan --note Mine --base 1`);
  expect((await gus.tries(['artifact', 'write', 'Plan'], { input: 'x' })).stderr).toContain(`propose ${id} -\``);
  expect(JSON.parse((await gus.tries([...words, '--json'])).stderr)).toMatchObject({ code: 'locked' });
  expect(await gus.tries([...words, '--propose', '--dry-run'])).toMatchObject({ code: 2 });
  const contradiction = ['artifact', 'write', 'Plan', "gus' plan.md", '--force', '--propose'];
  expect(await gus.tries(contradiction)).toMatchObject({ code: 2, stderr: expect.stringContaining('--propose') as string });
  const instead = await gus.tries([...words, '--propose']);
  expect(instead).toMatchObject({ code: 0, stdout: expect.stringContaining('\n+mine\n') as string });
  expect(instead.stderr).toMatch(/^"Olga" holds the lock until \S+, so the text is proposed\nProposed as \w{8}; asked: Olga\n$/);
  expect(await listed(olga)).toMatchObject([{ state: 'open', note: 'Mine', via: 'section' }]);
  await olga.does('artifact', 'unlock', 'Plan');
  expect(await gus.tries([...words, '--propose'])).toMatchObject({ code: 0, stderr: 'Wrote version 2\n' });
});

/** An editor that replaces the text when it may end. */
async function slowEditor({ folder }: Machine): Promise<{ env: NodeJS.ProcessEnv; end(): Promise<void> }> {
  const done = join(folder, 'done');
  const editor = join(folder, 'editor.sh');
  await writeFile(editor, `echo typed > "$1"; echo editing >&2; while [ ! -e ${done} ]; do sleep 0.1; done`);
  return { env: { EDITOR: `sh ${editor}` }, end: () => writeFile(done, '') };
}

test('edited text whose lock was lost is kept as a proposal', async () => {
  const { olga, gus } = await planning(server.url);
  const { env, end } = await slowEditor(gus);
  const editing = gus.start(['artifact', 'edit', 'Plan'], { env });
  await editing.says('editing');
  await olga.does('artifact', 'unlock', 'Plan', '--yes');
  await olga.does('artifact', 'lock', 'Plan');
  await end();
  const { code, stdout, stderr } = await editing.ended;
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  const [, id, look] =
    /^editing\nparley: The edit lock was lost before the text was written; your text is kept as proposal (\w{8}) \(look at it with `parley (.*)`\)\n$/.exec(
      stderr,
    )!;
  expect(await gus.does(...look!.split(' '))).toContain('\n+typed');
  await olga.does('artifact', 'accept', 'Plan', id!);
  expect(await present(gus)).toBe('typed');
});

test('text that cannot be kept as a proposal either is saved in a file, which can be proposed later', async () => {
  const { olga, gus } = await planning(server.url);
  const { env, end } = await slowEditor(gus);
  const editing = gus.start(['artifact', 'edit', 'Plan'], { env });
  await editing.says('editing');
  await olga.does('mute', 'Gus');
  await end();
  const { code, stderr } = await editing.ended;
  expect(code).toBe(1);
  const [, file, command] = /your text is saved in (\S+\.md) \(.* or propose it with `parley (.*) FILE`\)/.exec(stderr)!;
  expect(await readFile(file!, 'utf8')).toBe('typed\n');
  expect((await stat(file!)).mode & 0o777).toBe(0o600);
  expect(await listed(olga)).toEqual([]);
  await olga.does('unmute', 'Gus');
  expect(await gus.does(...command!.split(' '), file!)).toContain('\n+typed');
});

test('edit without a terminal says how to propose while another holds the lock', async () => {
  const { olga, gus } = await planning(server.url);
  await olga.does('artifact', 'lock', 'Plan');
  const env = { EDITOR: 'sed -i s/one/two/' };
  expect(await gus.tries(['artifact', 'edit', 'Plan'], { env })).toEqual({
    code: 5,
    stdout: '',
    stderr: expect.stringMatching(
      /^parley: "Olga" holds the lock until \S+ \(`parley artifact propose \w{8} FILE` .*\)\n$/,
    ) as string,
  });
  expect(await gus.tries(['artifact', 'edit', 'Plan', '--yes'], { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('\n-one\n+two') as string,
    stderr: expect.stringMatching(/^Proposed as \w{8}; asked: Olga\n$/) as string,
  });
  expect(await gus.tries(['artifact', 'edit', 'Plan', '--yes'], { env: { EDITOR: 'true' } })).toMatchObject({
    code: 0,
    stderr: 'Nothing was changed\n',
  });
  expect(await listed(olga)).toHaveLength(1);
});

test('edit in a terminal offers to edit anyway and propose', async () => {
  const { olga, gus } = await planning(server.url);
  await olga.does('artifact', 'lock', 'Plan');
  const env = { ...gus.env, EDITOR: 'sed -i s/one/two/' };
  const editor = Object.assign(Object.create(gus) as Machine, { env });
  const declined = await atTerminal(editor, ['artifact', 'edit', 'Plan'], at(/\[y\/N\]/, typing('n\r')));
  expect(declined).toMatchObject({
    code: 5,
    shown: expect.stringContaining('Edit it all the same, and propose the change?') as string,
  });
  expect(await listed(olga)).toEqual([]);
  const { code, shown } = await atTerminal(editor, ['artifact', 'edit', 'Plan'], at(/\[y\/N\]/, typing('y\r')));
  expect(code).toBe(0);
  expect(shown).toContain('\u001b[32m+two\u001b[39m');
  expect(shown).toMatch(/Proposed as \w{8}; asked: Olga/);
  expect(await listed(olga)).toHaveLength(1);
});
