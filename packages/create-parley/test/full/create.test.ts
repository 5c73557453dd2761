import { answer, meeting, pack, type KeyHolder } from '@parley/testing';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { frameworks } from '../../src/frameworks.ts';

const server = inject('server');
const place = mkdtempSync(join(tmpdir(), 'parley-create-'));
afterAll(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));

interface Ran {
  code: number;
  said: string;
}

const { PARLEY_LINK: _, ...inherited } = process.env;

const run = (command: string, words: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(command, words, { cwd, env: { ...inherited, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
    child.stdin!.end();
  });

const npm = (cwd: string, ...words: string[]) => run('npm', [...words, '--offline', '--no-audit', '--no-fund'], cwd);

let sdk: string;
beforeAll(async () => {
  const [own, client] = await Promise.all([pack('packages/create-parley', place), pack('packages/sdk', place)]);
  sdk = client;
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  const installed = await npm(place, 'install', own);
  expect(installed.code, installed.said).toBe(0);
});

/** What `npm create parley@latest` runs. */
const create = (words: readonly string[], link?: string): Promise<Ran> =>
  run(join(place, 'node_modules/.bin/create-parley'), words, place, link === undefined ? {} : { PARLEY_LINK: link });

async function invited() {
  const { owner } = await meeting(server, 0);
  const { agentLink, invitationId, publicInvitationKey } = await answer(200, server, 'createInvitation', owner);
  return { owner, link: agentLink, invitationId, secret: publicInvitationKey };
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

/** An agent that runs; its output is checked for keys by its test. */
function start(folder: string) {
  const agent = spawn(process.execPath, ['--env-file=.env', 'start.mjs'], { cwd: folder, env: inherited });
  onTestFinished(() => void agent.kill('SIGKILL'));
  let said = '';
  for (const output of [agent.stdout, agent.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => agent.once('close', resolve));
  return { said: () => said, ended, kill: () => agent.kill('SIGKILL') };
}

async function askedOf(owner: KeyHolder, participantId: string) {
  const { messageId } = await answer(200, server, 'sendMessage', owner, { content: 'Are you there?', to: [participantId] });
  const replies = async () => {
    const { messages } = await answer(200, server, 'listMessages', owner);
    return messages.filter(({ replyTo }) => replyTo === messageId).map(({ content }) => content);
  };
  await expect.poll(replies).toEqual([expect.stringContaining('I have read')]);
}

describe('from its tarball', () => {
  test('an agent is written that joins once, answers, and goes on after a crash; Git and others see no key', async () => {
    const { owner, link, secret } = await invited();
    const { code, said } = await create(['my-agent', '--framework', 'plain'], link);
    expect(said).toContain('Next: cd my-agent && npm install && npm start\n');
    expect(said).not.toContain(secret);
    expect(code).toBe(0);
    const folder = join(place, 'my-agent');
    expect(modeOf(join(folder, '.env'))).toBe(0o600);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('"name": "my-agent"');

    const installed = await npm(folder, 'install', sdk);
    expect(installed.code, installed.said).toBe(0);
    const first = start(folder);
    const mine = async () => {
      const { participants } = await answer(200, server, 'getSpace', owner);
      return participants.filter(({ name }) => name === 'my-agent').map(({ participantId }) => participantId);
    };
    await expect.poll(mine, { message: first.said() }).toHaveLength(1);
    const [participantId] = await mine();
    await askedOf(owner, participantId!);
    expect(modeOf(join(folder, 'key.json'))).toBe(0o600);
    first.kill();
    await first.ended;

    const second = start(folder);
    await askedOf(owner, participantId!);
    expect(await mine()).toEqual([participantId]);
    await run('git', ['init', '--quiet'], folder);
    await run('git', ['add', '--all'], folder);
    const { said: tracked } = await run('git', ['ls-files'], folder);
    expect(tracked.split('\n')).toEqual(expect.arrayContaining(['agent.mjs', 'package.json', 'start.mjs']));
    expect(tracked).not.toMatch(/\.env|key\.json|node_modules/);
    await answer(200, server, 'closeSpace', owner);
    expect(await second.ended, second.said()).toBe(0);
    expect(second.said()).toContain('The space is closed');
    const { key } = JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')) as { key: string };
    for (const output of [first.said(), second.said()]) expect(output).not.toMatch(new RegExp(`${secret}|${key}`));
  });

  test.each(frameworks)('one of $title is complete, and says which key its model needs', async ({ name, secret }) => {
    const { link } = await invited();
    const { code, said } = await create([`of-${name}`, '--framework', name, '--link', link]);
    expect(code, said).toBe(0);
    const folder = join(place, `of-${name}`);
    expect(readdirSync(folder).toSorted()).toEqual(
      ['.env', '.gitignore', 'README.md', 'agent.mjs', 'model.mjs', 'package.json', 'start.mjs'].toSorted(),
    );
    for (const file of ['agent.mjs', 'model.mjs', 'start.mjs'])
      expect(await run(process.execPath, ['--check', file], folder)).toEqual({ code: 0, said: '' });
    expect(said.includes('_API_KEY')).toBe(secret !== undefined);
    if (secret === undefined) return;
    expect(readFileSync(join(folder, '.env'), 'utf8')).toContain(`\n${secret}=\n`);
    // Of what it imports nothing is installed here.
    const model = readFileSync(join(folder, 'model.mjs'), 'utf8').replaceAll(/^import .*$/gm, '');
    expect(await run(process.execPath, ['--input-type=module', '--eval', model], folder, { [secret]: '' })).toEqual({
      code: 1,
      said: `Write your ${secret} into .env\n`,
    });
  });
});

describe('nothing is written', () => {
  test('for a link that is none, or that the server refuses; neither is repeated', async () => {
    const { owner, link, invitationId, secret } = await invited();
    await answer(200, server, 'revokeInvitation', owner, { invitationId });
    for (const bad of ['https://parley.example/SECRET', link]) {
      const { code, said } = await create(['never', '--framework', 'plain'], bad);
      expect([code, said.trim().split('\n').length], said).toEqual([1, 1]);
      expect(said).not.toMatch(new RegExp(`SECRET|${secret}`));
    }
    expect(existsSync(join(place, 'never'))).toBe(false);
  });

  test('into a folder that has something, or without a link where nobody can be asked', async () => {
    const { link } = await invited();
    const { code, said } = await create(['node_modules', '--framework', 'plain'], link);
    expect([code, said]).toEqual([1, expect.stringContaining('is not empty')]);
    const alone = await create(['never', '--framework', 'plain']);
    expect([alone.code, alone.said]).toEqual([2, expect.stringContaining('--link or PARLEY_LINK is needed')]);
    expect(existsSync(join(place, 'never'))).toBe(false);
  });
});

test('a server that cannot be reached now is told of, and does not prevent the project', async () => {
  const link = 'http://127.0.0.1:1/space/5b1d4a1e-7a57-4c8f-9d7f-000000000001/abc';
  const { code, said } = await create(['for-later', '--framework', 'plain'], link);
  expect([code, said]).toEqual([0, expect.stringContaining('could not be checked')]);
});
