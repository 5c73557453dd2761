import { inTime } from '@parley/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { machines, type Machine } from '../machine.ts';
import { hasShell, Shell } from '../shell.ts';

const server = inject('server');
/** What is not known by then is not offered. */
const offeredMs = 2_000;

/** The owner of a space with a waiting participant, two members and two artifacts. */
async function meeting(): Promise<Machine> {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Launch plan', '--name', 'Olga');
  const { agentLink } = await owner.answers<{ agentLink: string }>('invite');
  await guest.does('join', agentLink, '--name', 'Big Gus');
  await guest.does('--profile', 'two', 'join', agentLink, '--name', 'Mia');
  await owner.does('mute', 'Mia');
  await owner.does('artifact', 'create', 'Release notes');
  await owner.does('artifact', 'create', 'Agenda: May');
  await guest.does('artifact', 'lock', 'Release notes');
  await writeFile(join(owner.folder, 'chart one.png'), '');
  return owner;
}

test.for(['bash', 'zsh', 'fish'] as const)('in %s, Tab completes commands, names, values and files', async (name, { skip }) => {
  skip(!hasShell(name), `this machine has no ${name}`);
  const shell = await Shell.start(name, await meeting());
  // Sourcing it twice printed nothing.
  expect(shell.text.replace(/^.*sourc.*\n/gm, '')).not.toMatch(/error|readonly|not found/i);
  for (const [typed, completed] of [
    ['parley artif', 'parley artifact '],
    ['parley artifact unl', 'parley artifact unlock '],
    ['parley use la', 'parley use launch-plan '],
    ['parley --space la', 'parley --space launch-plan '],
    ['parley mute B', String.raw`parley mute Big\ Gus `],
    ['parley mute "B', 'parley mute "Big Gus" '],
    ['parley unmute ', 'parley unmute Mia '],
    ['parley artifact unlock ', String.raw`parley artifact unlock Release\ notes `],
    ['parley artifact show A', /parley artifact show Agenda(:|\\:)\\ May /],
    [String.raw`parley artifact restore Release\ notes `, String.raw`parley artifact restore Release\ notes 1 `],
    ['parley artifact propose Rel', String.raw`parley artifact propose Release\ notes `],
    ['parley artifact create x --if-exists ret', 'parley artifact create x --if-exists return '],
    ['parley send --type=im', 'parley send --type=image '],
    ['parley send -t h', 'parley send -t html '],
    ['parley space create x --priv', 'parley space create x --privacy '],
    ['parley send --from cha', String.raw`parley send --from chart\ one.png `],
    ['parley completion fi', 'parley completion fish '],
    ['parley mcp install cur', 'parley mcp install cursor '],
    ['parley mcp --allow rea', 'parley mcp --allow read '],
  ] as const) {
    shell.type(`${typed}\t`);
    // A mark shows the blank that follows a word that is complete.
    const wanted = typeof completed === 'string' ? completed.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`) : completed.source;
    await shell.shows(new RegExp(wanted.trimEnd()));
    shell.type('X');
    await shell.shows(new RegExp(`${wanted}X`));
    // Ctrl-U empties the line in all three; Ctrl-C could discard what is typed next.
    shell.type('\u0015');
  }
});

test('what is offered fits the command', async () => {
  const owner = await meeting();
  const offered = async (...words: string[]) => {
    const said = await inTime(offeredMs, () => owner.does('complete', 'fish', '--', ...words));
    const lines = said.split('\n').filter(Boolean);
    return lines.map((line) => line.split('\t')[0]);
  };
  expect(await offered('mute', '')).toEqual(['Big Gus']);
  expect(await offered('unmute', '')).toEqual(['Mia']);
  expect(await offered('approve', '')).toEqual([]);
  expect(await offered('kick', '')).toEqual(['Big Gus', 'Mia']);
  expect(await offered('artifact', 'unlock', '')).toEqual(['Release notes']);
  expect(await offered('artifact', 'show', '')).toEqual(['Release notes', 'Agenda: May']);
  await owner.tries(['artifact', 'write', 'Agenda: May', '--append'], { input: 'more' });
  expect(await offered('artifact', 'show', 'Agenda: May', '')).toEqual(['2', '1']);
  expect(await offered('artifact', 'write', 'Agenda: May', '--base', '')).toEqual(['2', '1']);
  expect(await offered('artifact', 'write', 'Agenda: May', '')).toEqual([':files']);
  // A version or a file.
  expect(await offered('artifact', 'diff', 'Agenda: May', '')).toEqual(['2', '1']);
  expect(await offered('artifact', 'diff', 'Agenda: May', 'a')).toEqual([':files']);
  expect(await offered('artifact', 'diff', 'Agenda: May', '1', '')).toEqual(['2', '1']);
  expect(await offered('artifact', 'diff', 'Plan', '')).toEqual([':files']);
  const proposed = async (input: string) => {
    const { stdout } = await owner.tries(['artifact', 'propose', 'Agenda: May', '--append', '--json'], { input });
    return (JSON.parse(stdout) as { proposalId: string }).proposalId.slice(0, 8);
  };
  const [ended, open] = [await proposed('one'), await proposed('two')];
  await owner.does('artifact', 'reject', 'Agenda: May', ended);
  expect(await offered('artifact', 'propose', 'Agenda: May', '')).toEqual([':files']);
  expect(await offered('artifact', 'proposals', '')).toEqual(['Release notes', 'Agenda: May']);
  for (const verb of ['accept', 'reject', 'withdraw']) expect(await offered('artifact', verb, 'Agenda: May', '')).toEqual([open]);
  expect(await offered('artifact', 'proposal', 'Agenda: May', '')).toEqual([open, ended]);
  // Only own ones can be withdrawn.
  const { agentLink } = await owner.answers<{ agentLink: string }>('invite');
  await owner.does('--profile', 'zoe', 'join', agentLink, '--name', 'Zoe');
  await owner.tries(['--profile', 'zoe', 'artifact', 'propose', 'Agenda: May', '--append'], { input: 'three' });
  expect(await offered('artifact', 'accept', 'Agenda: May', '')).toHaveLength(2);
  expect(await offered('artifact', 'withdraw', 'Agenda: May', '')).toEqual([open]);
  expect(await offered('artifact', 'accept', 'Release notes', '')).toEqual([]);
  expect(await offered('artifact', 'accept', 'Agenda: May', open, '--from', '')).toEqual([':files']);
  await owner.does('artifact', 'delete', 'Agenda: May', '--yes');
  expect(await offered('artifact', 'rename', '')).toEqual(['Release notes']);
  expect(await offered('artifact', 'delete', '')).toEqual(['Release notes']);
  expect(await offered('artifact', 'rename', 'Release notes', '')).toEqual([]);
  expect(await offered('artifact', 'undelete', '')).toEqual(['Agenda: May']);
  expect(await offered('space', 'create', 'x', '--privacy', '')).toEqual(['public', 'private']);
  expect(await offered('--profile', '')).toEqual(['default', 'zoe']);
  expect(await offered('send', '--to', '')).toEqual(['Big Gus', 'Mia', 'Zoe']);
  expect(await offered('ask-participant', 'M')).toEqual(['Mia']);
  expect(await offered('listen', '--agent', 'c')).toEqual(['claude', 'codex']);
  expect(await offered('listen', '--cwd', '')).toEqual([':files']);
  expect(await offered('send', '--fr')).toEqual(['--from']);
  expect(await offered('complet')).toEqual(['completion']);
  expect((await offered('invitation', 'revoke', ''))[0]).toMatch(/^[0-9a-f]{8}$/);
});

test('names that nobody could type, or that two have, are completed by their ids; a server that is down offers nothing', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Twins');
  const { agentLink } = await owner.answers<{ agentLink: string }>('invite');
  for (const name of ['Gus', 'Gus', '--yes'])
    await guest.does('--profile', `p${Math.random()}`, 'join', agentLink, `--name=${name}`); // prettier-ignore
  const kick = async (env = {}) => owner.tries(['complete', 'zsh', '--', 'kick', ''], { env });
  const { stdout } = await inTime(offeredMs, kick);
  expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^[0-9a-f]{8}\t[ -~]+$/);
  expect(await owner.tries(['complete', 'zsh', '--', '--url', 'http://127.0.0.1:1', 'kick', ''])).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});
