import { NoReplyError, Parley, readEnvelope, type Space } from '@parley/sdk';
import { startServer, type TestServer } from '@parley/testing';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { machines, type Machine } from '../machine.ts';

let server: TestServer;
let data: string;
const start = (place = {}) =>
  startServer({ PARLEY_DATA_DIR: join(data, 'data'), PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'silent', ...place });
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-cli-listen-'));
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

interface Meeting {
  owner: Space;
  gus: Machine;
  /** Starts `parley listen` as Gus. */
  listens(words: string[], env?: NodeJS.ProcessEnv): Promise<ReturnType<Machine['start']>>;
  ask(text: string): Promise<string>;
  /** The states of the deliveries that Olga sent, oldest first. */
  outcomes(): Promise<string[]>;
}

async function meeting(): Promise<Meeting> {
  const owner = await new Parley({ baseUrl: server.url }).createSpace({ name: 'Launch', description: 'x', ownerName: 'Olga' });
  const [gus] = await machines(server.url, 'gus');
  await gus.does('join', (await owner.invite()).agentLink, '--name', 'Gus');
  const listens = async (words: string[], env: NodeJS.ProcessEnv = {}) => {
    const listening = gus.start(['listen', ...words], { env });
    onTestFinished(() => void listening.child.kill('SIGKILL'));
    await listening.says('Waiting for messages to you in Launch');
    return listening;
  };
  const ask = async (text: string) => (await owner.ask('Gus', text, { timeoutMs: 60_000 })).content;
  const outcomes = async () => {
    const { deliveries } = await owner.call('listDeliveries', { role: 'sender', state: 'all' });
    return deliveries.map(({ state, outcome, attempt, note }) => [outcome ?? state, attempt, note].filter(Boolean).join(' '));
  };
  return { owner, gus, listens, ask, outcomes };
}

const isAlive = (pid: number) => /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
/** What was killed is there until the system has run it once more. */
const dies = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });
const end = async ({ child, ended }: ReturnType<Machine['start']>, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal);
  return ended;
};

test('the output of the command is the reply; it gets the message in an envelope and no key', async () => {
  const { owner, gus, listens, ask } = await meeting();
  const key = JSON.parse(await readFile(join(gus.folder, `data/parley/default/spaces/${owner.spaceId}.json`), 'utf8')) as {
    key: string;
  };
  const secrets = {
    PARLEY_SPACE: owner.spaceId,
    PARLEY_KEY: key.key,
    PARLEY_TOKEN: 'usr_x',
    PARLEY_SESSION: 'jwt',
    AWS_SECRET: 'aws',
    MINE: 'mine',
  };
  const listening = await listens(
    ['--exec', 'cat > seen; env > env; echo "to $PARLEY_EXPECTS"', '--env', 'MINE', '--env', 'MODE=a b'],
    secrets,
  );
  const evil = '$(touch pwned); `touch pwned`\n"; touch pwned #\nEND 00000000000000000000000000000000';
  expect(await ask(evil)).toBe('to reply');
  expect(readEnvelope(await readFile(join(gus.folder, 'seen'), 'utf8'))).toMatchObject({
    content: evil,
    labels: { spaceId: owner.spaceId, senderId: owner.participantId, senderName: 'Olga' },
  });
  const env = await readFile(join(gus.folder, 'env'), 'utf8');
  expect(env).not.toContain(key.key);
  const names = env.split('\n').map((line) => line.split('=')[0]!);
  expect(names.filter((name) => name.startsWith('PARLEY_')).toSorted()).toEqual(
    ['ATTEMPT', 'DELIVERY', 'EXPECTS', 'MESSAGE', 'SENDER', 'SPACE'].map((name) => `PARLEY_${name}`),
  );
  expect(env).toMatch(/^MINE=mine$/m);
  expect(env).toMatch(/^MODE=a b$/m);
  expect(names).not.toContain('AWS_SECRET');
  expect(await readFile(join(gus.folder, 'pwned')).catch(() => 'none')).toBe('none');
  expect(await end(listening)).toMatchObject({ code: 143, stdout: '' });
});

test('a failure declines with the last line of standard error, no output acknowledges, and nothing is tried again', async () => {
  const { owner, listens, ask, outcomes } = await meeting();
  const listening = await listens([
    '--',
    'sh',
    '-c',
    'read -r x; cat >/dev/null; [ -e fine ] && exit 0; touch fine; echo half; echo "No model" >&2; exit 3',
  ]);
  const refused = await ask('one').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NoReplyError);
  expect(refused).toMatchObject({ outcome: 'declined', note: 'No model' });
  await owner.send('two', { to: 'Gus', expects: 'ack' });
  await vi.waitFor(async () => expect(await outcomes()).toEqual(['declined 1 No model', 'acknowledged 1']), 60_000);
  await end(listening);
});

test('with --retry a failed command gets the delivery again, and --json reports each attempt as a line', async () => {
  const { listens, ask } = await meeting();
  const listening = await listens(['--json', '--retry', '--exec', 'echo "Busy" >&2; [ "$PARLEY_ATTEMPT" = 2 ] && echo done']);
  expect(await ask('x')).toBe('done');
  await listening.says('replied');
  const { stdout } = await end(listening, 'SIGINT');
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { attempt: number; result: string });
  expect(lines.map(({ attempt, result }) => `${attempt} ${result}`)).toEqual(['1 released', '2 replied']);
});

test('at the time limit the command ends, and the sender learns why', async () => {
  const { gus, listens, ask } = await meeting();
  const listening = await listens(['--timeout', '1s', '--exec', 'echo $$ > pid; sleep 1000 & wait']);
  const begun = async () => Number(await readFile(join(gus.folder, 'pid'), 'utf8').catch(() => '')) || undefined;
  // A busy machine can take longer than the limit to start the shell.
  do await expect(ask('x')).rejects.toMatchObject({ outcome: 'declined', note: 'No result within 1 s' });
  while ((await begun()) === undefined);
  expect(isAlive((await begun())!)).toBe(false);
  await end(listening);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s stops the command, releases the delivery and ends with %i', async (signal, code) => {
  const { owner, gus, listens, outcomes } = await meeting();
  const listening = await listens(['--exec', 'echo $$ > pid; echo begun >&2; sleep 1000 & wait']);
  await owner.send('x', { to: 'Gus' });
  await listening.says('begun');
  expect(await end(listening, signal)).toMatchObject({ code, stderr: expect.stringContaining(': released') as string });
  expect(await outcomes()).toEqual(['queued 1']);
  expect(isAlive(Number(await readFile(join(gus.folder, 'pid'), 'utf8')))).toBe(false);
});

test('a command that ignores SIGTERM is killed, and the delivery is released all the same', async () => {
  const { owner, listens, outcomes } = await meeting();
  const listening = await listens(['--exec', `trap '' TERM; echo begun >&2; while :; do sleep 0.1; done`]);
  await owner.send('x', { to: 'Gus' });
  await listening.says('begun');
  expect(await end(listening)).toMatchObject({ code: 143, stderr: expect.stringMatching(/: released\n$/) as string });
  expect(await outcomes()).toEqual(['queued 1']);
});

test('a second Ctrl-C ends at once, and the command with it', async () => {
  const { owner, gus, listens } = await meeting();
  const listening = await listens([
    '--exec',
    `echo $$ > pid; trap 'echo deaf >&2' TERM INT; echo begun >&2; while :; do sleep 0.1; done`,
  ]);
  await owner.send('x', { to: 'Gus' });
  await listening.says('begun');
  listening.child.kill('SIGINT');
  await listening.says('deaf');
  expect(await end(listening, 'SIGINT')).toMatchObject({ code: 130 });
  await dies(Number(await readFile(join(gus.folder, 'pid'), 'utf8')));
});

test('a command whose lease is lost is stopped, and nothing is sent', async () => {
  const { owner, gus, listens, outcomes } = await meeting();
  const command = '[ "$PARLEY_ATTEMPT" = 1 ] || exit 0; echo begun >&2; trap "echo late; exit 0" TERM; sleep 1000 & wait';
  const listening = await listens(['--lease', '10s', '--exec', command]);
  await owner.send('x', { to: 'Gus' });
  await listening.says('begun');
  const [delivery] = await gus.answers<{ deliveryId: string }[]>('inbox', 'list');
  // As if the lease had expired while the machine was suspended.
  await gus.does('inbox', 'release', delivery!.deliveryId);
  await listening.says('the lease was lost; nothing was sent');
  await vi.waitFor(async () => expect(await outcomes()).toEqual(['acknowledged 2']), 60_000);
  const { messages } = await owner.messages();
  expect(messages.map(({ content }) => content)).toEqual(['x']);
  await end(listening);
});

test('with --concurrency commands run at the same time', async () => {
  const { owner, listens, outcomes } = await meeting();
  // Each waits until both have begun.
  const together = 'touch "$PARLEY_DELIVERY.begun"; while [ "$(ls *.begun | wc -l)" -lt 2 ]; do sleep 0.05; done; echo met';
  const listening = await listens(['--concurrency', '2', '--exec', together]);
  await Promise.all([owner.send('one', { to: 'Gus' }), owner.send('two', { to: 'Gus' })]);
  await vi.waitFor(async () => expect(await outcomes()).toEqual(['replied 1', 'replied 1']), 60_000);
  await end(listening);
});

test('--once ends after one delivery, --no-reply keeps the output', async () => {
  const { owner, listens, outcomes } = await meeting();
  await Promise.all([owner.send('one', { to: 'Gus' }), owner.send('two', { to: 'Gus' })]);
  const listening = await listens(['--once', '--no-reply', '--exec', 'echo private']);
  expect(await listening.ended).toMatchObject({ code: 0 });
  expect((await outcomes()).toSorted()).toEqual(['acknowledged 1', 'queued']);
});

test('a command that cannot run declines nothing', async () => {
  const { owner, gus, listens, outcomes } = await meeting();
  await owner.send('x', { to: 'Gus' });
  const missing = await gus.tries(['listen', '--', 'parley-no-such-program']);
  expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('“parley-no-such-program” was not found') as string });
  expect(await gus.tries(['listen', '--agent', 'codex'], { env: { PATH: '/nowhere' } })).toMatchObject({ code: 3 });
  expect(await outcomes()).toEqual(['queued']);
  const listening = await listens(['--exec', 'parley-no-such-program']);
  expect(await listening.ended).toMatchObject({ code: 2, stderr: expect.stringContaining('The command cannot run') as string });
  expect(await outcomes()).toEqual(['queued 1']);
});

test('a reply that is refused declines with the refusal', async () => {
  const { owner, listens, ask } = await meeting();
  const listening = await listens(['--exec', 'echo fine']);
  await owner.mute('Gus');
  await expect(ask('x')).rejects.toMatchObject({
    outcome: 'declined',
    note: expect.stringContaining('The reply was refused') as string,
  });
  await end(listening);
});

test('--print holds each delivery until it is settled elsewhere, then prints the next; at the end it releases the one that it holds', async () => {
  const { owner, gus, listens, outcomes } = await meeting();
  const listening = await listens(['--print']);
  for (const text of ['one', 'two', 'three']) await owner.send(text, { to: 'Gus' });
  const printed = () =>
    listening.said.stdout
      .split('\n')
      // What follows the last line break is not complete yet.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { delivery: { deliveryId: string }; message: { content: string }; envelope: string });
  const next = (count: number) => vi.waitUntil(() => printed().length === count && printed().at(-1), { timeout: 60_000 });
  const first = await next(1);
  expect(readEnvelope(first.envelope).content).toBe('one');
  await gus.does('inbox', 'reply', first.delivery.deliveryId, 'Hello');
  const second = await next(2);
  await gus.does('inbox', 'decline', second.delivery.deliveryId, 'Not', 'now');
  expect((await next(3)).message.content).toBe('three');
  expect(await end(listening)).toMatchObject({ code: 143 });
  expect(await outcomes()).toEqual(['replied 1', 'declined 1 Not now', 'queued 1']);
});

test('a command that runs while the server restarts is answered afterwards', async () => {
  const { gus, listens, ask } = await meeting();
  const listening = await listens(['--exec', 'echo begun >&2; while [ ! -e go ]; do sleep 0.05; done; echo done']);
  const asking = ask('x');
  await listening.says('begun');
  await server.kill();
  await writeFile(join(gus.folder, 'go'), '');
  server = await start({ PORT: new URL(server.url).port });
  expect(await asking).toBe('done');
  await listening.says('replied');
  await end(listening);
});

test('it ends when the space ends, and with 4 when Gus is removed', async () => {
  const { owner, listens } = await meeting();
  const listening = await listens(['--exec', 'cat']);
  await owner.kick('Gus');
  expect(await listening.ended).toMatchObject({ code: 4 });
  const other = await meeting();
  const waiting = await other.listens(['--exec', 'cat']);
  await other.owner.close();
  expect(await waiting.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('The space has ended') as string });
});

test.each(['claude', 'codex', 'gemini', 'opencode'] as const)(
  '--agent %s gets its task as a word and the message as data',
  async (agent) => {
    const { gus, listens, ask } = await meeting();
    const bin = join(gus.folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, agent), '#!/bin/sh\nprintf "%s\\n" "$@" > words\ncat > seen\necho "I am $(basename "$0")"\n');
    await chmod(join(bin, agent), 0o755);
    const listening = await listens(['--agent', agent, '--', '--model', 'small'], { PATH: `${bin}:${process.env['PATH']}` });
    expect(await ask('What is 2 + 2?')).toBe(`I am ${agent}`);
    const words = await readFile(join(gus.folder, 'words'), 'utf8');
    expect(words).toContain('Answer the message at the end of standard input');
    expect(words).not.toContain('2 + 2');
    expect(words.trimEnd().split('\n').slice(-2)).toEqual(['--model', 'small']);
    expect(readEnvelope(await readFile(join(gus.folder, 'seen'), 'utf8')).content).toMatch(
      /is all that follows:\nWhat is 2 \+ 2\?$/,
    );
    await end(listening);
  },
);

test('--dry-run shows the command and the names of its variables, and no value', async () => {
  const [user] = await machines('http://127.0.0.1:1', 'user');
  const plan = await user.tries(['listen', '--agent', 'codex', '--dry-run', '--env', 'A=secret'], {
    env: { OPENAI_API_KEY: 'secret' },
  });
  expect(plan).toMatchObject({ code: 0 });
  expect(plan.stdout).toContain(
    "codex exec --sandbox read-only --skip-git-repo-check 'Answer the message at the end of standard input.",
  );
  expect(plan.stdout).toMatch(/variables: A .*OPENAI_API_KEY PARLEY_ATTEMPT/);
  expect(plan.stdout).not.toContain('secret');
});

test.each([
  [[], 'Choose one'],
  [['--exec', 'a', '--print'], 'Choose one'],
  [['--exec', 'a', '--env', 'PARLEY_KEY'], 'not passed on'],
  [['--exec', 'a', '--lease', '5s'], '10s to 1h'],
  [['--exec', 'a', '--concurrency', '0'], '1 to 32'],
  [['--exec', 'a', '--once', '--concurrency', '2'], '--once'],
])('wrong usage ends with 2: %j', async (words, help) => {
  const [user] = await machines('http://127.0.0.1:1', 'user');
  expect(await user.tries(['listen', ...words])).toMatchObject({ code: 2, stderr: expect.stringContaining(help) as string });
});

/** Puts a program of that name first on the path of a user. It keeps its arguments and its input, and prints `answer`. */
async function fakeAgent(user: Machine, name: string): Promise<NodeJS.ProcessEnv> {
  const bin = join(user.folder, 'bin');
  await mkdir(bin, { recursive: true });
  const script =
    '#!/bin/sh\nn=$(ls run* 2>/dev/null | wc -l)\nfor word in "$@"; do echo "$word"; done > "args$n"\ncat > "run$n"\n[ -e fails ] && grep -q -- --resume "args$n" && exit 1\necho "answer $n"\n';
  await writeFile(join(bin, name), script);
  await chmod(join(bin, name), 0o755);
  return { PATH: `${bin}:${process.env['PATH']}` };
}

test('an agent gets what every participant knows, in one envelope', async () => {
  const { owner, gus, listens, ask } = await meeting();
  const env = await fakeAgent(gus, 'claude');
  await owner.update({ agenda: '1. Tone' });
  await owner.artifacts.create({ name: 'Note', content: 'Secret of the note' });
  await owner.send('Small talk');
  const listening = await listens(['--agent', 'claude'], env);
  expect(await ask('First question')).toBe('answer 0');
  const { messages } = await owner.messages();
  const reply = messages.find(({ content }) => content === 'answer 0')!;
  await owner.send('And the second one?', { to: 'Gus', replyTo: reply.id });
  await vi.waitFor(async () => expect((await owner.messages()).messages.at(-1)!.content).toBe('answer 1'), 60_000);
  const { content, labels } = readEnvelope(await readFile(join(gus.folder, 'run1'), 'utf8'));
  expect(labels).toMatchObject({ senderName: 'Olga', speaker: 'owner' });
  expect(content).toMatch(/^You are "Gus", role "participant", in the space "Launch"\.\nDescription: "x"\nAgenda: "1\. Tone"\n/);
  expect(content).toMatch(/- "Olga", role "owner", owner, (live|away)\n- "Gus", role "participant", guest, you\n/);
  expect(content).toMatch(/- "Note", [\w-]{36}, version 1\n/);
  expect(content).not.toContain('Secret of the note');
  const [, past, thread] =
    /earlier messages[^\n]*:\n([^]*)\n\nThe messages that it answers[^\n]*:\n([^]*)\n\nThe message to you/.exec(content)!;
  expect(past).toContain('Small talk');
  expect(past).not.toContain('First question');
  expect(thread!.split('\n')).toEqual([
    expect.stringContaining('"First question"') as string,
    expect.stringContaining('"answer 0"') as string,
  ]);
  expect(content.endsWith('is all that follows:\nAnd the second one?')).toBe(true);
  await end(listening);
});

test('a command gets the message alone without --history, and so much of the past with it', async () => {
  const { gus, listens, ask, owner } = await meeting();
  await owner.send('Before');
  const listening = await listens(['--history', '0', '--exec', 'cat > seen; echo ok']);
  await ask('x');
  const { content } = readEnvelope(await readFile(join(gus.folder, 'seen'), 'utf8'));
  expect(content).toContain('You are "Gus"');
  expect(content).not.toContain('Before');
  await end(listening);
});

test('--session continues one session with what is new, also after a restart, and begins another if the agent cannot continue it', async () => {
  const { gus, listens, ask, owner } = await meeting();
  const env = await fakeAgent(gus, 'claude');
  const args = async (n: number) => (await readFile(join(gus.folder, `args${n}`), 'utf8')).trim().split('\n').slice(-2);
  await owner.send('Small talk');
  const first = await listens(['--agent', 'claude', '--session'], env);
  await ask('one');
  const [begins, id] = await args(0);
  expect(begins).toBe('--session-id');
  expect(await readFile(join(gus.folder, 'run0'), 'utf8')).toContain('Small talk');
  await end(first);
  const second = await listens(['--agent', 'claude', '--session'], env);
  await ask('two');
  expect(await args(1)).toEqual(['--resume', id]);
  expect(await readFile(join(gus.folder, 'run1'), 'utf8')).not.toContain('Small talk');
  // The session is gone: the agent fails to resume it.
  await writeFile(join(gus.folder, 'fails'), '--resume');
  expect(await ask('three')).toBe('answer 3');
  expect(await args(2)).toEqual(['--resume', id]);
  expect(await args(3)).toEqual(['--session-id', expect.not.stringContaining(id!) as string]);
  expect(await readFile(join(gus.folder, 'run3'), 'utf8')).toContain('Small talk');
  await rm(join(gus.folder, 'fails'));
  await ask('four');
  expect((await args(4))[0]).toBe('--resume');
  await end(second);
});

test('--session is refused where it could not be kept', async () => {
  const { gus } = await meeting();
  for (const words of [
    ['--agent', 'codex'],
    ['--exec', 'x'],
    ['--agent', 'claude', '--concurrency', '2'],
  ])
    expect(await gus.tries(['listen', ...words, '--session'])).toMatchObject({ code: 2 });
});
