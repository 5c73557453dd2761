import { Parley, type Space } from '@parley/sdk';
import { asName, hostile } from '@parley/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { hostileProxy, poisons, type Poison } from '../hostile-proxy.ts';
import { machines, type Machine } from '../machine.ts';
import { at, atTerminal } from '../terminal.ts';

const server = inject('server');

/** Names have room for one text only. */
const [escapes] = hostile.controls;
/** Of other texts a terminal executes nothing, and it loses long outputs of programs that end. */
const all = [...hostile.controls, ...hostile.invisible].join('\n');
const called = (word: string): string => asName(`${word} ${escapes}`, 80);
const [named, agenda] = [called('Troll'), `Agenda ${all}`];
const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

/** What is left of the output in a terminal without line ends, the spinner, the prompt and the styles of the command. */
const plainOf = (shown: string): string => shown.replace(/\r+\n|\r[⠀-⣿]|\r?\x1b\[K|\x1b\[\d+G|\x1b\[0J|\x1b\[(?:\d+;)*\d+m/g, '');

/** The open proposal in the space of each machine. */
const proposals = new WeakMap<Machine, string>();

interface Meeting {
  ann: Machine;
  space: Space;
  troll: Space;
}

/** A space of Ann in which every text that another can choose contains escape sequences. */
async function meeting(): Promise<Meeting> {
  const [ann] = await machines(server.url, 'ann');
  const { key, spaceId } = await ann.answers<{ key: string; spaceId: string }>(
    ...['space', 'create', called('Launch'), '--name', 'Ann', '--as', 'launch', '--agenda', agenda, '--show-key'],
  );
  const space = new Parley({ baseUrl: server.url }).space({ key, spaceId });
  const troll = await new Parley({ baseUrl: server.url }).join(await space.invite(), { name: named, role: `Troll ${escapes}` });
  for (const name of [named, called('Copy')]) {
    const artifact = await troll.artifacts.create({ name, content: `# Plan\n${all}` });
    await artifact.lock();
  }
  const { id: artifactId } = (await troll.artifacts.create({ name: 'Open', content: 'One\n' })).view;
  await troll.call('writeArtifact', { artifactId, content: `${all}\n`, note: `Note ${escapes}`, lock: 'auto', baseVersion: 1 });
  const proposing = { artifactId, append: all, note: `Note ${escapes}`, baseVersion: 2 };
  const ended = await troll.call('createProposal', proposing);
  await troll.call('rejectProposal', { artifactId, proposalId: ended.proposalId, note: `Reason ${escapes}` });
  proposals.set(ann, (await troll.call('createProposal', proposing)).proposalId);
  const gone = await troll.artifacts.create({ name: called('Gone') });
  await troll.call('deleteArtifact', { artifactId: gone.id });
  await troll.send(`Hello ${all}`);
  await troll.send(`Question of Troll ${all}`, { to: 'Ann' });
  await space.send('Yours', { to: named });
  const [mine] = (await troll.call('listDeliveries', {})).deliveries;
  await troll.call('claimDelivery', {});
  await troll.call('settleDelivery', { deliveryId: mine!.deliveryId, outcome: 'declined', note: `Note ${escapes}` });
  await writeFile(join(ann.folder, 'plan.md'), 'Other\n');
  return { ann, space, troll };
}

/** Every command that shows what others wrote. The first ones change nothing. */
const reading = [
  'space show', 'space list', 'participants', 'messages', 'messages --last 2', 'inbox list', 'inbox list --sent --all',
  'artifact list', 'artifact log Open', 'artifact log Troll', 'artifact show Open 2', 'artifact diff Open', 'artifact show Troll',
  'artifact write Open plan.md --base 1', 'artifact write Open plan.md --dry-run', 'artifact restore Troll 1', 'artifact list --deleted', 'artifact undelete nobody', 'artifact create Troll --from plan.md', 'artifact delete Troll', 'artifact rename Troll Other', 'artifact show nobody', 'artifact diff Troll plan.md', 'artifact lock Troll',
  'artifact proposals Open --all', 'artifact proposal Open PROPOSAL', 'artifact propose Troll plan.md --section nothing', 'artifact withdraw Open PROPOSAL', 'artifact download nobody', 'send --to nobody Hi', 'kick nobody', 'mute nobody', 'approve nobody', 'ask-participant nobody Hi',
  'invitation list', 'wake show', 'mcp doctor', 'ask how', 'api GET /hub/space/{space}/nothing', '--help',
]; // prettier-ignore
const changing = [
  'inbox claim',
  'inbox reply nobody Hi',
  'artifact unlock Troll',
  'artifact propose Open plan.md --base 1',
  'artifact accept Open PROPOSAL',
  'artifact reject Open PROPOSAL',
  'mute Troll',
  'unmute Troll',
  'kick Troll --yes',
];

/** The words of a command; names that begin with Troll are replaced by the whole name. */
const wordsOf = (line: string, ann: Machine): string[] => {
  const whole: Partial<Record<string, string>> = { Troll: named, PROPOSAL: proposals.get(ann) };
  return line.split(' ').map((word) => whole[word] ?? word);
};

async function expectHarmless(ann: Machine, lines: readonly string[]): Promise<void> {
  const commands = lines.flatMap((line) => {
    const words = wordsOf(line, ann);
    return line === '--help' || line.startsWith('api') ? [words] : [words, [...words, '--json']];
  });
  for (const words of commands) {
    const { stdout, stderr } = await ann.tries(words);
    expect(stdout + stderr, words.join(' ')).not.toBe('');
    expect.soft(stderr, `${words.join(' ')}: standard error`).not.toMatch(raw);
    expect.soft(stdout, `${words.join(' ')}: standard output`).not.toMatch(raw);
  }
}

test('no command lets the names and texts of others control the terminal', async () => {
  const { ann } = await meeting();
  await expectHarmless(ann, [...reading, ...changing]);
});

test('in a terminal, questions, hints, tables and downloads show escape sequences instead of executing them', async () => {
  const { ann } = await meeting();
  for (const line of [
    'kick Troll',
    'artifact unlock Troll',
    'artifact delete Troll',
    'artifact list --deleted',
    'artifact undelete nobody',
    'space close',
    'send --to nobody Hi',
    'artifact download Troll',
    'artifact diff Open',
    'artifact log Open',
    'artifact proposals Open',
    'artifact proposal Open PROPOSAL',
    'artifact write Open plan.md --base 1',
    'inbox claim --envelope',
    'messages',
    'participants',
  ]) {
    const { shown } = await atTerminal(
      ann,
      wordsOf(line, ann),
      at(/\[y\/N\]/, (_, type) => type('n\r')),
      250,
    );
    // A name has no control characters; a text shows them.
    expect.soft(shown, line).toContain(']52;c');
    expect.soft(plainOf(shown), line).not.toMatch(raw);
  }
});

test.for(Object.keys(poisons) as Poison[])('a hostile server controls no terminal through %s', async (poison) => {
  const { ann } = await meeting();
  const proxy = await hostileProxy(server.url);
  proxy.poison = poison;
  const lines = reading.filter((line) => line !== '--help' && !line.startsWith('api'));
  await expectHarmless(
    ann,
    [...lines, 'inbox claim', 'inbox reply 1 Hi', 'artifact unlock Troll'].map((line) => `${line} --url ${proxy.url}`),
  );
});
