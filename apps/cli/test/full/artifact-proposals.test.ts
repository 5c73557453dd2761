import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { idOf, listed, planning, present, proposed, type Listed } from '../planning.ts';
import { atTerminal } from '../terminal.ts';

const server = inject('server');
const lines = (count: number) => Array.from({ length: count }, (_, i) => `${i}\n`);

test('propose shows what it would change and who was asked, and changes nothing', async () => {
  const { olga, gus, mia } = await planning(server.url);
  const { code, stdout, stderr } = await gus.tries(['artifact', 'propose', 'Plan', '--append', '--note', 'One more'], {
    input: 'two\n',
  });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: '--- Plan, version 1\n+++ the text\n@@ -1,3 +1,4 @@\n # Plan\n \n one\n+two\n',
  });
  expect(stderr).toMatch(/^Proposed as [0-9a-f]{8}; asked: Olga\n$/);
  expect(await present(olga)).toBe('# Plan\n\none');
  expect(await olga.does('inbox', 'claim')).toContain('I propose a change of "Plan": One more');

  await mia.does('artifact', 'lock', 'Plan');
  const json = await gus.tries(['artifact', 'propose', 'Plan', '--section', 'Plan', '--json'], { input: '\nnew\n' });
  const { participantId } = (await mia.answers<{ participantId: string; name: string }[]>('participants')).find(
    ({ name }) => name === 'Mia',
  )!;
  expect(JSON.parse(json.stdout)).toMatchObject({ state: 'open', via: 'section', to: [participantId], diff: { added: 1 } });
  const own = await olga.tries(['artifact', 'propose', 'Plan', '-'], { input: '# Plan\n\none\n' });
  expect(own).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/; asked: Mia\n$/) as string });
  await mia.does('artifact', 'unlock', 'Plan');
  const alone = await olga.tries(['artifact', 'propose', 'Plan', '--append'], { input: 'x' });
  expect(alone.stderr).toMatch(/; nobody was asked\n$/);
});

test('a file is proposed for the version that it was downloaded as, text for the present one', async () => {
  const { olga, gus } = await planning(server.url);
  await gus.does('artifact', 'download', 'Plan', '--out', 'plan.md');
  await writeFile(join(gus.folder, 'plan.md'), '# Plan\n\nmine\n');
  await olga.tries(['artifact', 'write', 'Plan', '--append'], { input: 'two\n' });
  const old = await gus.tries(['artifact', 'propose', 'Plan', 'plan.md']);
  expect(old).toMatchObject({ code: 0, stdout: expect.stringContaining('--- Plan, version 1\n+++ plan.md\n') as string });
  expect(old.stderr).toContain('\nIt is based on version 1, and “Plan” has version 2: it is merged when');
  await gus.does('artifact', 'propose', 'Plan', 'plan.md', '--base', '2');
  await proposed(gus);
  expect(await listed(olga)).toMatchObject([{ baseVersion: 2 }, { baseVersion: 2 }, { baseVersion: 1 }]);
  // It is still the downloaded version, and no other.
  expect(await gus.tries(['artifact', 'write', 'Plan', 'plan.md'])).toMatchObject({ code: 5 });
});

test('a text that cannot be proposed is refused in one line', async () => {
  const { olga, gus } = await planning(server.url);
  const tries = (...words: string[]) => gus.tries(['artifact', 'propose', 'Plan', ...words], { input: 'x' });
  expect(await tries('--section', 'Budget')).toEqual({
    code: 5,
    stdout: '',
    stderr: 'parley: “Plan” has no heading “Budget” (there are: Plan)\n',
  });
  expect(await tries('--base', '7')).toMatchObject({ code: 3, stderr: expect.stringContaining('artifact log') as string });
  expect(await tries('a.md', '--from', 'b.md')).toMatchObject({ code: 2 });
  expect(await gus.tries(['artifact', 'propose', 'Plan'])).toMatchObject({ code: 2 });
  expect(await gus.tries(['artifact', 'propose', 'Nothing'], { input: 'x' })).toMatchObject({ code: 3 });
  await olga.does('mute', 'Gus');
  expect(await tries()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^parley: .*\n$/) as string });
  expect(await listed(olga)).toEqual([]);
});

test('proposals lists the open ones, and with --all how the others ended', async () => {
  const { olga, gus } = await planning(server.url);
  expect(await olga.tries(['artifact', 'proposals', 'Plan'])).toMatchObject({
    stdout: '',
    stderr: 'No open proposals; --all lists those that have ended too\n',
  });
  const [first, second, third] = [
    await proposed(gus, 'a\n', '--note', 'First'),
    await proposed(gus, 'b\n'),
    await proposed(gus, 'c\n'),
  ];
  await olga.does('artifact', 'accept', 'Plan', first);
  await olga.does('artifact', 'reject', 'Plan', second, '--note', 'Not now');
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
  const row = (id: string, state: string) => String.raw`${id} +Gus +${time} +version 1 +${state}`;
  const heading = 'id +author +proposed +base +state +note\n';
  expect(await olga.does('artifact', 'proposals', 'Plan')).toMatch(new RegExp(`^${heading}${row(third, 'open')}$`));
  const rows = [row(third, 'open'), row(second, 'rejected'), row(first, String.raw`accepted \(version 2\) +First`)];
  expect(await olga.does('artifact', 'proposals', 'Plan', '--all')).toMatch(new RegExp(`^${heading}${rows.join('\n')}$`));
});

test('more proposals than the service lists at once are all listed', async () => {
  const { olga, gus, space } = await planning(server.url);
  const { id: artifactId } = await space.artifacts.get('Plan');
  for (let i = 0; i < 101; i += 1) {
    const { proposalId } = await space.call('createProposal', { artifactId, baseVersion: 1, append: `${i}` });
    await space.call('withdrawProposal', { artifactId, proposalId });
  }
  await proposed(gus);
  const all = await listed(olga, '--all');
  expect(new Set(all.map(({ proposalId }) => proposalId)).size).toBe(102);
  expect(await olga.does('artifact', 'proposal', 'Plan', all.at(-1)!.proposalId.slice(0, 9))).toContain('\n+0');
});

test('proposal prints the difference, and on standard error what is said about it', async () => {
  const { olga, gus } = await planning(server.url);
  const id = await proposed(gus, 'two\n', '--note', 'One more\nbecause');
  const { code, stdout, stderr } = await olga.tries(['artifact', 'proposal', 'Plan', id]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `--- Plan, version 1\n+++ Plan, proposal ${id}\n@@ -1,3 +1,4 @@\n # Plan\n \n one\n+two\n`,
  });
  expect(stderr).toMatch(
    new RegExp(
      `^proposal ${id}\nAuthor: Gus\nDate:   .*\nChange: text appended, based on version 1\nState:  open\n\n    One more\n    because\n\n$`,
    ),
  );
  expect(await olga.answers('artifact', 'proposal', 'Plan', id)).toMatchObject({ append: 'two\n', applies: 'clean' });
  await olga.does('artifact', 'reject', 'Plan', id, '--note', 'Enough\nof it');
  const ended = await gus.tries(['artifact', 'proposal', 'Plan', id]);
  expect(ended.stdout).toContain('\n+two\n');
  expect(ended.stderr).toMatch(/State: {2}rejected\nEnded: {2}.*, by Olga\nReason: Enough ⏎ of it\n/);
  expect(await olga.tries(['artifact', 'proposal', 'Plan', 'abcdefabc'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`There is no proposal “abcdefabc” (available: Gus ${id})`) as string,
  });
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await olga.tries(['artifact', 'proposal', 'Plan', unknown])).toMatchObject({ code: 3 });
});

test('accept shows the change and writes it as a version of its author; the log says who accepted it', async () => {
  const { olga, gus } = await planning(server.url);
  const id = await proposed(gus);
  expect(await olga.tries(['artifact', 'accept', 'Plan', id])).toEqual({
    code: 0,
    stdout: `--- Plan, version 1\n+++ Plan, proposal ${id}\n@@ -1,3 +1,4 @@\n # Plan\n \n one\n+two\n`,
    stderr: 'Accepted the proposal of Gus: wrote version 2\n',
  });
  expect(await present(olga)).toBe('# Plan\n\none\ntwo');
  expect(await gus.does('artifact', 'log', 'Plan')).toMatch(
    /^version 2\nAuthor: Gus\nDate: .*\nChange: a proposal, accepted by Olga, 16 bytes\n\nversion 1\n/,
  );
  expect(await olga.answers('artifact', 'log', 'Plan')).toMatchObject([{ acceptedBy: expect.any(String) as string }, {}]);
  const other = await proposed(gus);
  expect(await olga.answers('artifact', 'accept', 'Plan', other)).toMatchObject({ state: 'accepted', version: 3 });
  for (const verb of ['accept', 'reject', 'withdraw']) {
    expect(await olga.tries(['artifact', verb, 'Plan', id])).toEqual({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(
        /^parley: The proposal has already ended: it is accepted \(.*artifact proposal.*\)\n$/,
      ) as string,
    });
  }
});

test('accept says who holds the lock, and withdraw what it means', async () => {
  const { olga, gus, mia } = await planning(server.url);
  const id = await proposed(gus);
  await mia.does('artifact', 'lock', 'Plan');
  expect(await olga.tries(['artifact', 'accept', 'Plan', id])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('"Mia" holds the lock') as string,
  });
  expect(await gus.tries(['artifact', 'withdraw', 'Plan', id])).toMatchObject({
    code: 0,
    stderr: 'Withdrawn: nobody can accept it any more; its text stays readable\n',
  });
});

test('a proposal that no longer applies is shown as such, and is accepted with a file', async () => {
  const { olga, gus } = await planning(server.url);
  await gus.does('artifact', 'download', 'Plan', '--out', 'plan.md');
  await writeFile(join(gus.folder, 'plan.md'), '# Plan\n\nmine\n');
  await gus.does('artifact', 'propose', 'Plan', 'plan.md');
  const [{ proposalId }] = (await listed(olga)) as [Listed];
  const id = idOf(proposalId);
  await olga.does('artifact', 'download', 'Plan', '--out', 'ours.md');
  await gus.tries(['artifact', 'write', 'Plan', '--append'], { input: 'two\n' });
  const seen = await olga.tries(['artifact', 'proposal', 'Plan', id]);
  expect(seen.stdout).toContain('--- Plan, version 1\n');
  expect(seen.stderr).toContain('It conflicts with what has changed since version 1: “Plan” has version 2\n');
  const refused = await olga.tries(['artifact', 'accept', 'Plan', id]);
  expect({ ...refused, stderr: '' }).toEqual({ code: 5, stdout: '', stderr: '' });
  expect(refused.stderr).toMatch(
    /^--- Plan, version 1\n\+\+\+ Plan, version 2\n@@ .*\n.*\n.*\n.*\n\+two\nparley: The proposal of Gus is based on version 1 and does not apply to version 2 of “Plan” \(.*accept \w{8} \w{8} --from FILE --base 2`.*reject.*\)\n$/,
  );
  const json = await olga.tries(['artifact', 'accept', 'Plan', id, '--json']);
  expect(JSON.parse(json.stderr)).toMatchObject({ code: 'proposal_stale', currentVersion: 2, diff: { from: 1, to: 2 } });

  // The file was downloaded before the other change.
  await writeFile(join(olga.folder, 'ours.md'), '# Plan\n\nours\n');
  const older = await olga.tries(['artifact', 'accept', 'Plan', id, '--from', 'ours.md']);
  expect(older).toMatchObject({ code: 5, stderr: expect.stringContaining('your decision is based on version 1') as string });
  const accepted = await olga.tries(['artifact', 'accept', 'Plan', id, '--file', 'ours.md', '--base', '2']);
  expect(accepted).toMatchObject({ code: 0, stderr: 'Accepted the proposal of Gus with changes: wrote version 3\n' });
  expect(accepted.stdout).toMatch(/^--- Plan, version 2.*\n\+\+\+ ours\.md.*\n@@[^]*\n-one\n-two\n\+ours\n$/);
  expect(await present(gus)).toBe('# Plan\n\nours');
  // From then on the file is that version.
  await olga.does('artifact', 'write', 'Plan', 'ours.md');
});

test('a proposal is merged with what has changed since its base, in the file to change it in too, and is accepted in parts', async () => {
  const { olga, gus } = await planning(server.url);
  await olga.tries(['artifact', 'write', 'Plan', '--force'], { input: lines(20).join('') });
  await gus.does('artifact', 'download', 'Plan', '--to', 'plan.md');
  await writeFile(join(gus.folder, 'plan.md'), lines(20).with(9, 'nine\n').with(18, 'eighteen\n').join(''));
  await gus.does('artifact', 'propose', 'Plan', 'plan.md');
  const [{ proposalId }] = (await listed(olga)) as [Listed];
  const id = idOf(proposalId);
  await olga.tries(['artifact', 'write', 'Plan', '--force'], { input: lines(20).with(1, 'ours\n').join('') });
  const seen = await olga.tries(['artifact', 'proposal', 'Plan', id]);
  expect(seen.stderr).toContain('It is merged with what has changed since version 2\n');
  expect(seen.stdout).not.toContain('ours');
  await olga.does('artifact', 'proposal', 'Plan', id, '--out', 'next.md');
  const both = lines(20).with(1, 'ours\n').with(9, 'nine\n').with(18, 'eighteen\n').join('');
  expect(await readFile(join(olga.folder, 'next.md'), 'utf8')).toBe(both);
  const accept = (...words: string[]) => olga.tries(['artifact', 'accept', 'Plan', id, ...words]);
  expect(await accept('--hunks', '3')).toMatchObject({ code: 2 });
  expect(await accept('--hunks', '1', '--from', 'next.md')).toMatchObject({ code: 2 });
  const accepted = await accept('--hunks', '2');
  expect(accepted).toMatchObject({ code: 0, stderr: 'Accepted the proposal of Gus with changes: wrote version 4\n' });
  expect(accepted.stdout).toContain('+eighteen');
  expect(accepted.stdout).not.toContain('+nine');
  expect(`${await present(gus)}\n`).toBe(lines(20).with(1, 'ours\n').with(18, 'eighteen\n').join(''));
});

test('the text that accepting would write is saved unchanged, to be accepted with changes', async () => {
  const { olga, gus } = await planning(server.url);
  const id = await proposed(gus, 'two\t\u001b[31m');
  const saving = ['artifact', 'proposal', 'Plan', id, '--out', 'next.md'];
  expect(await olga.tries(saving)).toEqual({ code: 0, stdout: '', stderr: 'Saved in next.md, based on version 1\n' });
  const file = join(olga.folder, 'next.md');
  expect(await readFile(file, 'utf8')).toBe('# Plan\n\none\ntwo\t\u001b[31m');
  await writeFile(file, '# Plan\n\none\nthree\n');
  expect(await olga.tries(saving)).toMatchObject({ code: 2, stderr: expect.stringContaining('overwrite next.md') as string });
  await olga.does('artifact', 'accept', 'Plan', id, '--from', 'next.md');
  expect(await present(gus)).toBe('# Plan\n\none\nthree');
  // One that has ended is what its author made of its base.
  await olga.does(...saving, '--yes');
  expect(await olga.tries(['artifact', 'write', 'Plan', 'next.md'])).toMatchObject({ code: 5 });
});

test('nothing is accepted over a version that was not shown', async () => {
  const { olga, gus } = await planning(server.url);
  const id = await proposed(gus);
  await olga.tries(['artifact', 'write', 'Plan', '--append'], { input: 'zero\n' });
  const refused = await olga.tries(['artifact', 'accept', 'Plan', id, '--base', '1']);
  expect(refused).toMatchObject({ code: 5, stderr: expect.stringMatching(/\+zero\n[^]*nothing was accepted/) as string });
  expect(await listed(olga)).toMatchObject([{ state: 'open' }]);
});

test('in a terminal, proposals have colours, and the texts of others cannot bring their own', async () => {
  const { olga, gus } = await planning(server.url);
  const red = '\u001b[31mred\u202e\nState:  accepted';
  const id = await proposed(gus, 'two\u001b]0;owned\u0007\r\nthree\u2028+x\n', '--note', red);
  const { shown } = await atTerminal(olga, ['artifact', 'proposal', 'Plan', id], () => {});
  expect(shown).toContain(`\u001b[33mproposal ${id}\u001b[39m`);
  expect(shown).toContain('\u001b[32m+two␛]0;owned␇\u001b[39m');
  expect(shown).toContain('\u001b[32m+three ⏎ +x\u001b[39m');
  // A line of a note cannot be mistaken for what the command says.
  expect(shown).toMatch(/ {4}␛\[31mred�\r\n {4}State: {2}accepted\r\n/);
  const list = await atTerminal(olga, ['artifact', 'proposals', 'Plan'], () => {}, 200);
  expect(list.shown).toContain('␛[31mred� ⏎ State:  accepted');
  const accepted = await atTerminal(olga, ['artifact', 'accept', 'Plan', id], () => {});
  expect(accepted.shown).toContain('\u001b[32m+two␛]0;owned␇\u001b[39m');
  for (const text of [shown, list.shown, accepted.shown])
    expect(text.replaceAll(/\u001b\[(\d*[mKG]|\?25[hl])/g, '')).not.toMatch(/[\u001b\u0007\u202e]/);
  expect(await olga.does('artifact', 'diff', 'Plan')).not.toContain('\u001b');
});
