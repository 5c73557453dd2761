import { Parley } from '@parley/sdk';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { machines, main } from '../machine.ts';
import { bash, Screen } from '../screen/screen.ts';

const server = inject('server');
/** The commands of the page, in their order: with curl, and for the two terminals. */
let requests: string[];
let terminals: string[];

beforeAll(async () => {
  const page = await readFile(new URL('../../../../docs/guide/attention.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent, code]) =>
    code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '').replaceAll('http://127.0.0.1:8787', server.url),
  );
  requests = blocks.filter((code) => !/^parley /m.test(code));
  terminals = blocks.filter((code) => !requests.includes(code));
});

test('the requests of the page, one after the other, end with a reply and a withdrawal', async () => {
  const owner = await new Parley({ baseUrl: server.url }).createSpace({ name: 'Launch', description: 'x', ownerName: 'Ada' });
  const bob = await new Parley({ baseUrl: server.url }).join(await owner.invite(), { name: 'Bob' });
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', requests.join('\n')], {
    encoding: 'utf8',
    env: { ...process.env, S: owner.spaceId, OWNER: owner.key, BOB: bob.key },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { messages } = await owner.messages();
  expect(messages.map(({ content }) => content)).toEqual(['Bob, is the note ready?', 'Yes, it is.', 'Bob, one more thing']);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'queued',
    messages[0]!.content,
    messages[1]!.id,
    '0',
    'replied',
    'withdrawn',
    'hold',
  ]);
});

test('in the two terminals of the page, a human gets the reply of a command', async () => {
  const [user] = await machines(server.url, 'user');
  const bin = join(user.folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'parley'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  await chmod(join(bin, 'parley'), 0o755);
  const env = { ...user.env, PATH: `${bin}:${process.env['PATH']}`, HISTFILE: '' };
  const open = (commands: string) => {
    const screen = new Screen(bash, { env, cwd: user.folder, size: { cols: 100, rows: 40 } });
    screen.type(commands);
    return screen;
  };
  const [first, second, ...others] = terminals;
  expect(others).toEqual([]);

  await open(first!).sees('Waiting for messages to you in Launch');
  const human = open(second!);
  await human.sees(/^Launch · .*\b2 members, /m);
  human.type('/to Shouter is anybody there?\r');
  await human.sees('→ Shouter ✓✓ replied');
  await human.sees('IS ANYBODY THERE?');
});
