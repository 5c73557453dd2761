import { installed, pack } from '@parley/testing';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually, heard, opened, outcomes } from '../bot.ts';

const here = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'parley-chat-adapter-'));
const modules = join(folder, 'node_modules');
const own = join(modules, 'chat-adapter-parley');

beforeAll(async () => {
  await mkdir(own, { recursive: true });
  const tarball = await pack('packages/chat-adapter', folder);
  await promisify(execFile)('tar', ['-xzf', tarball, '-C', own, '--strip-components=1']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('the package', () => {
  test('holds the adapter only, and names versions that npm knows', async () => {
    expect((await readdir(own)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    for (const file of await readdir(join(own, 'dist'))) expect(file).toMatch(/^[a-z]+\.(js|d\.ts)$/);
    const manifest = await readFile(join(own, 'package.json'), 'utf8');
    expect(manifest).not.toMatch(/"(catalog|workspace):/);
    expect(JSON.parse(manifest)).toMatchObject({ name: 'chat-adapter-parley', peerDependencies: { chat: '^4.41.0' } });
  });

  test('is a channel of Mastra', { timeout: 600_000 }, async (context) => {
    const file = '@mastra/core/package.json';
    const packages = ['@mastra/core@1.71.0', 'zod@4.6.7'];
    const found = await installed({ name: 'mastra', version: '1.71.0', packages, file });
    if (found === undefined) {
      console.warn('SKIPPED: a channel of Mastra, which npm cannot install here');
      return context.skip('Mastra could not be had');
    }
    const source = found.slice(0, -file.length);
    for (const name of await readdir(source))
      if (!existsSync(join(modules, name)) && !name.startsWith('.')) await symlink(join(source, name), join(modules, name));
    // One copy of `chat`, as npm would install it.
    await mkdir(join(modules, '@parley'));
    await symlink(join(here, '../sdk'), join(modules, '@parley/sdk'));
    const shared = await realpath(join(here, 'node_modules/@chat-adapter/shared'));
    await cp(shared, join(modules, '@chat-adapter/shared'), { recursive: true });
    await cp(join(here, 'test/fixtures/mastra.mjs'), join(folder, 'mastra.mjs'));

    const owner = await opened();
    const { agentLink } = await owner.invite();
    const env = { ...process.env, NODE_OPTIONS: undefined, PARLEY_LINK: agentLink };
    const agent = spawn(process.execPath, ['mastra.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void agent.kill());
    let said = '';
    for (const output of [agent.stdout, agent.stderr]) output.on('data', (text: Buffer) => (said += text.toString()));
    const ended = once(agent, 'exit');
    const early = ended.then(() => Promise.reject(new Error(said)));
    const until = <T>(work: Promise<T>): Promise<T> => Promise.race([work, early]);
    await until(eventually(async () => (await owner.get()).participants.some(({ name }) => name === 'Scribe')));
    const { messageId } = await owner.send('Ready?', { to: 'Scribe' });
    const answer = await until(heard(owner, 'Answer 1'));
    expect(answer.replyTo).toBe(messageId);
    expect(await outcomes(owner)).toEqual(['replied']);
    await answer.reply('And now?');
    expect((await until(heard(owner, 'Answer 2'))).replyTo).toBe(messageId);
    await owner.send('Deploy it', { to: 'Scribe' });
    await until(eventually(async () => (await owner.decisions.list()).length === 1));
    const [decision] = await owner.decisions.list();
    expect(decision!.view.options.map(({ label }) => label)).toEqual(['Approve', 'Deny']);
    await decision!.answer(decision!.view.options[0]!.id);
    await until(heard(owner, 'Answer 3'));
    early.catch(() => {});
    await owner.close();
    expect(await ended).toEqual([0, null]);
    expect(said).not.toMatch(/[\da-f]{64}/);
  });
});
