import { envelope, Parley, type Space } from '@parley/sdk';
import { asName, hostileBundles, surroundings } from '@parley/testing';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { machines, type Machine } from '../machine.ts';
import { McpHost, type Fields } from '../mcp-host.ts';

const server = inject('server');

const harmless = hostileBundles.map(() => 'Hello');
const cut = (text: string, characters: number): string => [...text].slice(0, characters).join('');
const nameOf = (text: string): string => asName(`N${text}`, 71);

interface Meeting {
  gus: Machine;
  space: Space;
  artifacts: string[];
}

/** A space in which one participant for each text is named like it, sends it to Gus, and writes it into an artifact. */
async function meetingWith(texts: readonly string[]): Promise<Meeting> {
  const parley = new Parley({ baseUrl: server.url });
  const all = texts.join('\n');
  const about = { description: cut(all, 4_000), agenda: cut(all, 20_000), ownerName: nameOf(all), ownerRole: nameOf(all) };
  const space = await parley.createSpace({ name: 'Launch', ...about });
  const invitation = await space.invite();
  const [gus] = await machines(server.url, 'gus');
  await gus.does('join', invitation.agentLink, '--name', 'Gus', '--as', 'launch');
  const artifacts: string[] = [];
  for (const text of texts) {
    const eve = await parley.join(invitation, { name: nameOf(text), role: nameOf(text) });
    await eve.send(text, { to: 'Gus' });
    const { id } = await eve.call('createArtifact', { name: nameOf(text), type: 'markdown', content: text });
    artifacts.push(id);
  }
  return { gus, space, artifacts };
}

/** What Gus's model reads over `parley mcp`. */
async function seenBy(host: McpHost, { space: { spaceId }, artifacts }: Meeting): Promise<Fields> {
  const tools: [name: string, result: unknown][] = [];
  const call = async (name: string, args: Fields = {}) => {
    tools.push([name, await host.counted(name, { space: 'launch', ...args })]);
  };
  await call('get_space');
  await call('list_messages', { limit: 100 });
  await call('list_deliveries', { limit: 100 });
  await call('list_artifacts');
  await call('list_spaces');
  for (const after of [0, 100]) await call('wait_for_events', { after, wait: 0 });
  for (const artifactId of artifacts) await call('get_artifact', { artifactId });
  const read = async (path: string) => {
    const { contents } = await host.client.readResource({ uri: `parley://spaces/${spaceId}${path}` });
    return JSON.parse((contents[0] as { text: string }).text) as unknown;
  };
  const resources = [
    await read(''),
    await read('/messages'),
    await read('/deliveries'),
    await read(`/artifacts/${artifacts[0]}`),
  ];
  return { tools, resources, list: await host.client.listResources() };
}

/** The parameters of what the channel has pushed, in order. */
const pushedBy = ({ written }: McpHost): Fields[] =>
  written
    .split('\n')
    .filter((line) => line.includes('"notifications/claude/channel"'))
    .map((line) => (JSON.parse(line) as { params: Fields }).params);

test('over parley mcp, every text is in envelopes only, and changes nothing around them', async () => {
  const seen = async (texts: readonly string[]) => {
    const meeting = await meetingWith(texts);
    const host = await McpHost.start(meeting.gus, '2026', '--channel');
    const answers = await seenBy(host, meeting);
    await vi.waitFor(() => expect(pushedBy(host)).toHaveLength(texts.length), { timeout: 60_000 });
    return { answers: surroundings(answers), pushed: pushedBy(host).map((each) => surroundings(each)) };
  };
  const [hostile, plain] = [await seen(hostileBundles), await seen(harmless)];
  expect(hostile.answers.around).toEqual(plain.answers.around);
  for (const text of hostileBundles)
    expect(hostile.answers.enclosed.filter((each) => each === text).length, text).toBeGreaterThan(4);
  const rest = (shown: typeof plain) => shown.pushed.map(({ around }) => JSON.stringify(around).replace(beginning, ''));
  expect(rest(hostile)).toEqual(rest(plain));
  expect(hostile.pushed.map(({ enclosed }) => enclosed)).toEqual(hostileBundles.map((text) => [cut(text, 500)]));
});

/** What follows the envelope of a long message. */
const beginning = String.raw`\nThis is only the beginning: claim_delivery returns the whole message.`;

test('the envelopes of the SDK do not depend on the texts in them', async () => {
  const { space } = await meetingWith(hostileBundles);
  const { messages } = await space.messages({ limit: 100 });
  const shown = messages.map((message) => surroundings(envelope(message, space.spaceId)));
  expect(shown).toEqual(hostileBundles.map((text) => ({ enclosed: [text], around: '<envelope>' })));
});

test('the command of parley listen gets each text in an envelope on standard input, and nowhere else', async () => {
  const { gus } = await meetingWith(hostileBundles);
  const [bin, out] = [join(gus.folder, 'bin'), join(gus.folder, 'out')];
  for (const folder of [bin, out]) await mkdir(folder);
  const agent =
    '#!/bin/sh\nf="out/$PARLEY_MESSAGE"\nprintf "%s\\n" "$@" > "$f.words"\nenv > "$f.env"\ncat > "$f.partial"\nmv "$f.partial" "$f.input"\n';
  await writeFile(join(bin, 'claude'), agent);
  await chmod(join(bin, 'claude'), 0o755);
  const env = { PATH: `${bin}:${process.env['PATH']}` };
  const listening = gus.start(['listen', '--agent', 'claude', '--concurrency', '4'], { env });
  onTestFinished(() => void listening.child.kill('SIGKILL'));
  const written = async (ending: string) => {
    const files = (await readdir(out)).filter((file) => file.endsWith(ending));
    return Promise.all(files.map((file) => readFile(join(out, file), 'utf8')));
  };
  await vi.waitFor(async () => expect(await written('.input')).toHaveLength(hostileBundles.length), {
    timeout: 90_000,
    interval: 100,
  });
  const inputs = (await written('.input')).map((input) => surroundings(input));
  // What precedes the message has one line for each text, so the first line that says so begins the message.
  const messages = inputs.map(({ enclosed: [text] }) => /^The message to you, .* is all that follows:\n([^]*)/m.exec(text!)![1]!);
  expect(messages.toSorted()).toEqual(hostileBundles.toSorted());
  expect(new Set(inputs.map(({ around }) => around))).toEqual(new Set(['<envelope>']));
  for (const ending of ['.words', '.env']) {
    const others = (await written(ending)).map((text) => surroundings(text).around);
    expect(new Set(others).size, ending).toBe(1);
  }
  listening.child.kill('SIGTERM');
  await listening.ended;
});
