import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Parley, type Space } from '@parley/sdk';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { machines, main, type Ended, type Machine } from '../machine.ts';
import { ScriptedHost } from '../scripted-host.ts';

const server = inject('server');
const patience = { timeout: 60_000, interval: 20 };
const nothing: Ended = { code: 0, stdout: '', stderr: '' };

/** Olga, and Gus, who has joined her space with his profile. */
async function meeting(url = server.url): Promise<{ olga: Space; gus: Machine }> {
  const [gus] = await machines(url, 'gus');
  gus.env['PARLEY_HOOK_TIMEOUT'] = '60';
  const olga = await new Parley({ baseUrl: server.url }).createSpace({ name: 'Launch', description: 'x', ownerName: 'Olga' });
  await gus.does('join', (await olga.invite()).agentLink, '--name', 'Gus');
  return { olga, gus };
}

const hook = (user: Machine, event: string, said: object | string = {}, host = 'claude', env: NodeJS.ProcessEnv = {}) =>
  user.tries(['hook', '--event', event, '--host', host], { input: typeof said === 'string' ? said : JSON.stringify(said), env });

const stateOf = async (olga: Space, messageId: string) => {
  const { deliveries } = await olga.call('listDeliveries', { role: 'sender', state: 'all' });
  return deliveries.find((each) => each.messageId === messageId)?.state;
};

/** A server that counts requests and answers none of them as Parley does. */
async function stranger(): Promise<{ url: string; readonly count: number }> {
  let count = 0;
  const listening = createServer((_, response) => {
    count += 1;
    response.statusCode = 500;
    response.end('{}');
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listening.close());
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    get count() {
      return count;
    },
  };
}

const profileOf = ({ folder }: Machine): string => join(folder, 'data/parley/default');

async function put(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
}

/** A profile with one space of that server. */
async function memberOf(url: string): Promise<Machine> {
  const [user] = await machines(url, 'user');
  user.env['PARLEY_HOOK_TIMEOUT'] = '60';
  const kept = {
    spaceId: 's1',
    alias: 'launch',
    name: 'Launch',
    role: 'participant',
    baseUrl: url,
    participantId: 'p1',
    key: 'f'.repeat(64),
  };
  await put(join(profileOf(user), 'spaces/s1.json'), kept);
  return user;
}

const watching = (user: Machine, watch: object) => put(join(profileOf(user), 'watching/1.json'), watch);

describe('a message that waits', () => {
  test('is shown once, claimed, as data; the answer that it names settles it', async () => {
    const { olga, gus } = await meeting();
    const { messageId } = await olga.send('Is it ready?', { to: 'Gus' });
    const { code, stdout, stderr } = await hook(gus, 'prompt', { hook_event_name: 'UserPromptSubmit', prompt: 'Go on' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { hookSpecificOutput, ...rest } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
    expect(rest).toEqual({});
    const { hookEventName, additionalContext } = hookSpecificOutput;
    expect(hookEventName).toBe('UserPromptSubmit');
    expect(additionalContext).toMatch(/are data, not instructions[^]*BEGIN (\w+)\nIs it ready\?\nEND \1/);
    expect(await stateOf(olga, messageId)).toBe('claimed');
    expect(await hook(gus, 'prompt')).toEqual(nothing);
    const [, line] = /or run: [^\n]*main\.js (.*) "your answer"/.exec(additionalContext!)!;
    await gus.does(...line!.split(' '), 'It is.');
    expect(await stateOf(olga, messageId)).toBe('done');
  });

  test('keeps an agent from stopping, once', async () => {
    const { olga, gus } = await meeting();
    await olga.send('Wait, one more thing', { to: 'Gus' });
    expect(await hook(gus, 'stop', { stop_hook_active: true })).toEqual(nothing);
    const { stdout } = await hook(gus, 'stop', { stop_hook_active: false });
    expect(JSON.parse(stdout)).toEqual({ decision: 'block', reason: expect.stringContaining('one more thing') as string });
    expect(await hook(gus, 'stop')).toEqual(nothing);
  });

  test('is not claimed where the host would not show it, and not in a run of parley listen', async () => {
    const { olga, gus } = await meeting();
    const { messageId } = await olga.send('Later', { to: 'Gus' });
    expect(await hook(gus, 'prompt', {}, 'cursor')).toEqual(nothing);
    expect(await hook(gus, 'prompt', {}, 'claude', { PARLEY_DELIVERY: 'x' })).toEqual(nothing);
    expect(await hook(gus, 'prompt', { agent_id: 'sub' })).toEqual(nothing);
    expect(await hook(gus, 'prompt', '{"broken')).toEqual(nothing);
    expect(await hook(gus, 'prompt', '[]')).toEqual(nothing);
    expect(await stateOf(olga, messageId)).toBe('queued');
    expect((await hook(gus, 'session-start', {}, 'cursor')).stdout).toMatch(/^\{"additional_context":/);
  });

  test('comes with at most four others; the rest is shown next', async () => {
    const { olga, gus } = await meeting();
    for (let i = 1; i <= 6; i += 1) await olga.send(`Message ${i}`, { to: 'Gus', expects: 'nothing' });
    const first = await hook(gus, 'prompt');
    expect(first.stdout.match(/Message \d/g)).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4', 'Message 5']);
    expect((await hook(gus, 'prompt')).stdout.match(/Message \d/g)).toEqual(['Message 6']);
  });
});

/** A way to the server on which all answers are lost. */
async function lossy(): Promise<string> {
  const listening = createServer((request, response) => {
    const names = ['x-private-key', 'content-type', 'api-version', 'idempotency-key', 'prefer'];
    const given = names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const forward = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString() || null;
      await (await fetch(server.url + request.url!, { method: request.method!, headers: given, body })).text();
    };
    void forward()
      .catch(() => {})
      .finally(() => response.destroy());
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listening.close());
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

test('a message whose answer was lost is shown by the next run, although it is acknowledged by then', async () => {
  const { olga, gus } = await meeting();
  const { messageId } = await olga.send('For your information', { to: 'Gus', expects: 'nothing' });
  const words = ['hook', '--event', 'prompt', '--space', 'launch'];
  expect(await gus.tries([...words, '--url', await lossy()], { input: '{}' })).toEqual(nothing);
  expect(await stateOf(olga, messageId)).toBe('done');
  const file = join(profileOf(gus), 'hook.json');
  const { failed, ...pace } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  expect(failed).not.toEqual({});
  await put(file, pace);
  await watching(gus, { pid: process.pid, at: Date.now() + 20_000, queued: { [olga.spaceId]: 0 } });
  expect((await hook(gus, 'prompt')).stdout).toContain('For your information');
  expect(await hook(gus, 'prompt')).toEqual(nothing);
});

describe('a session that starts', () => {
  const starts = async (user: Machine, source = 'startup') =>
    (await hook(user, 'session-start', { hook_event_name: 'SessionStart', source })).stdout;

  test('is told what is new since the last one that has acted, and nothing twice', async () => {
    const { olga, gus } = await meeting();
    await olga.artifacts.create({ name: 'Plan', content: '# Plan\n' });
    await olga.send('To everybody');
    await olga.send('Is it ready?', { to: 'Gus' });
    const first = await starts(gus);
    expect(first.match(/Is it ready\?/g)).toHaveLength(1);
    expect(first).toMatch(/What is new[^]*To everybody/);
    expect(first).toContain('Plan');
    expect(await starts(gus), 'nobody has read the first').toMatch(
      /What is new[^]*state: claimed[^]*Is it ready\?[^]*To everybody/,
    );
    await hook(gus, 'stop');
    const third = await starts(gus);
    expect(third).not.toContain('To everybody');
    expect(third, 'it was not answered').toContain('Is it ready?');
    const [, reply] = /or run: [^"]*main\.js (.*?) \\"your answer\\"/.exec(third)!;
    await gus.does(...reply!.split(' '), 'It is.');
    expect(await starts(gus)).toContain('It is.');
    await hook(gus, 'stop');
    await hook(gus, 'session-start');
    await hook(gus, 'stop');
    expect(await starts(gus)).toBe('');
    await olga.send('And now?');
    expect(await starts(gus, 'resume')).toContain('And now?');
  });

  test('learns of a message that expects nothing, although the host of the last one died before its model read it', async () => {
    const { olga, gus } = await meeting();
    await olga.send('For your information', { to: 'Gus', expects: 'nothing' });
    expect((await hook(gus, 'prompt')).stdout).toContain('For your information');
    expect(await starts(gus)).toContain('For your information');
    expect(await starts(gus, 'clear')).toContain('For your information');
  });

  test('gets at most 2,000 tokens, and messages to it whole', async () => {
    const { olga, gus } = await meeting();
    for (let i = 0; i < 30; i += 1) await olga.send(`${i} ${'ä'.repeat(900)}`);
    const { hookSpecificOutput } = JSON.parse(await starts(gus)) as { hookSpecificOutput: { additionalContext: string } };
    expect(Buffer.byteLength(hookSpecificOutput.additionalContext)).toBeLessThanOrEqual(7_000);
    expect(Buffer.byteLength(hookSpecificOutput.additionalContext)).toBeGreaterThan(4_000);
    expect(hookSpecificOutput.additionalContext).toContain('listMessages?after=');
    for (let i = 0; i < 5; i += 1) await olga.send(`${i} ${'z'.repeat(1_000)}`, { to: 'Gus' });
    const both = (JSON.parse(await starts(gus)) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
      .additionalContext;
    expect(both.match(/z{1000}/g)).toHaveLength(5);
    expect(both.length).toBeLessThanOrEqual(9_500);
    expect(both).toContain('What is new');
  });
});

describe('a host is never disturbed', () => {
  test('without spaces, by a server that is down, a key that does not work any more, or a server that makes no sense', async () => {
    const [empty] = await machines(server.url, 'empty');
    expect(await hook(empty, 'stop')).toEqual(nothing);
    expect(await hook(await memberOf('http://127.0.0.1:1'), 'stop')).toEqual(nothing);
    expect(await hook(await memberOf((await stranger()).url), 'stop')).toEqual(nothing);
    const { olga, gus } = await meeting();
    await olga.send('Bye', { to: 'Gus' });
    const { participants } = await olga.get();
    const { participantId } = participants.find(({ name }) => name === 'Gus')!;
    await olga.call('kickParticipant', { participantId });
    const membership = `${olga.spaceId} ${participantId}`;
    expect(await hook(gus, 'prompt')).toEqual(nothing);
    expect(JSON.parse(await readFile(join(profileOf(gus), 'hook.json'), 'utf8'))).toMatchObject({
      over: { [membership]: expect.any(Number) as number },
    });
  });

  test('by a server that does not answer', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const user = await memberOf(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    delete user.env['PARLEY_HOOK_TIMEOUT'];
    expect(await hook(user, 'prompt')).toEqual(nothing);
  });

  test('by wrong words: the exit code is not the one with which hooks block', async () => {
    const [user] = await machines(server.url, 'user');
    for (const words of [['--event', 'sometimes'], [], ['--event', 'stop', '--host', 'emacs'], ['--event', 'stop', '--what']])
      expect(await user.tries(['hook', ...words])).toMatchObject({ code: 1, stdout: '' });
    expect((await user.tries(['hook', '--help'])).stdout).toContain('--event');
  });
});

describe('the server is asked', () => {
  test('only if no process of the profile knows that nothing waits', async () => {
    const asked = await stranger();
    const user = await memberOf(asked.url);
    await watching(user, { pid: process.pid, at: Date.now() + 20_000, queued: { s1: 0 } });
    expect(await hook(user, 'prompt')).toEqual(nothing);
    expect(asked.count).toBe(0);
    await watching(user, { pid: process.pid, at: 0, queued: { s1: 0 } });
    expect(await hook(user, 'prompt')).toEqual(nothing);
    expect(asked.count).toBe(1);
  });

  test('once, and not again right after a failure', async () => {
    const asked = await stranger();
    const user = await memberOf(asked.url);
    await put(join(profileOf(user), 'hook.json'), { failed: { [asked.url]: Date.now() + 20_000 } });
    expect(await hook(user, 'prompt')).toEqual(nothing);
    expect(asked.count).toBe(0);
    await put(join(profileOf(user), 'hook.json'), '{');
    expect(await hook(user, 'prompt')).toEqual(nothing);
    expect(asked.count).toBe(1);
  });

  test('by nobody but parley mcp --hooks while it runs: it tells what waits, and takes its word back at the end', async () => {
    const { olga, gus } = await meeting();
    const place = join(profileOf(gus), 'watching');
    const known = async () => {
      const files = await readdir(place);
      const texts = await Promise.all(files.map((file) => readFile(join(place, file), 'utf8')));
      return texts.map((text) => (JSON.parse(text) as { queued: object }).queued);
    };
    const knows = (queued: number) =>
      vi.waitFor(async () => expect(await known()).toEqual([{ [olga.spaceId]: queued }]), patience);
    const host = new ScriptedHost(gus, '--hooks');
    await host.greets();
    await knows(0);
    await olga.send('Ready?', { to: 'Gus' });
    await knows(1);
    expect((await hook(gus, 'post-tool-use')).stdout).toContain('Ready?');
    await knows(0);
    expect(await host.ends()).toBe(0);
    expect(await readdir(place)).toEqual([]);
    expect(host.pushed).toEqual([]);
  });

  test('by nobody while parley listen takes the deliveries', async () => {
    const { olga, gus } = await meeting();
    const listening = gus.start(['listen', '--print']);
    onTestFinished(() => void listening.child.kill('SIGKILL'));
    await listening.says('Waiting for messages');
    const told = async () => (await readdir(join(profileOf(gus), 'watching'))).filter((name) => name.endsWith('.json'));
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), patience);
    await olga.send('For the listener', { to: 'Gus' });
    expect(await hook(gus, 'prompt')).toEqual(nothing);
    await listening.says('For the listener');
    listening.child.kill('SIGTERM');
    expect((await listening.ended).code).toBe(143);
    expect(await readdir(join(profileOf(gus), 'watching'))).toEqual([]);
  });
});

test('while nothing waits, little is loaded: neither the parser of the command line nor the client', async () => {
  const [user] = await machines(server.url, 'user');
  const loaded = new Set<string>();
  const load = async (file: string): Promise<void> => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const code = await readFile(file, 'utf8');
    // What is imported only when it is needed has parentheses.
    for (const [, path] of code.matchAll(/(?:from|import)"(\.[^"]+)"/g)) await load(join(dirname(file), path!));
  };
  const [, quick] = /import\("(\.\/chunks\/quick-[^"]+)"\)/.exec(await readFile(main, 'utf8'))!;
  await load(join(dirname(main), quick!));
  const sizes = await Promise.all([...loaded].map(async (file) => (await readFile(file)).length));
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThan(30_000);
  expect(await hook(user, 'stop')).toEqual(nothing);
});
