import { installed } from '@parley/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { gemini } from '../hosts/gemini.ts';
import { ScriptedModel } from '../hosts/model.ts';
import { machines } from '../machine.ts';
import { keysOf } from '../mcp-host.ts';

const program = await installed(gemini.program);
const skipped = program === undefined ? ' (SKIPPED: Gemini CLI cannot be installed)' : '';
const server = inject('server');

// Over stdio, hosts.test.ts shows the same.
test.skipIf(program === undefined)(
  `the model in Gemini CLI is told over HTTP who holds a lock, and until when${skipped}`,
  async () => {
    const [owner, bob] = await machines(server.url, 'owner', 'bob');
    const { spaceId } = await owner.answers<{ spaceId: string }>('space', 'create', 'Launch');
    const { agentLink } = await owner.answers<{ agentLink: string }>('invite');
    await bob.does('join', agentLink, '--name', 'Bob');
    const { id: artifactId } = await owner.answers<{ id: string }>('artifact', 'create', 'Plan');
    await bob.does('artifact', 'lock', 'Plan');

    const [key] = await keysOf(owner);
    const remote = { httpUrl: `${server.url}/mcp?tools=all`, headers: { 'X-Private-Key': key }, trust: true };
    const model = await ScriptedModel.start(gemini.api);
    onTestFinished(() => model.stop());
    await mkdir(join(owner.folder, '.gemini'), { recursive: true });
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } }, mcpServers: { parley: remote } };
    await writeFile(join(owner.folder, '.gemini/settings.json'), JSON.stringify(settings));

    let told = '';
    model.follows(
      () => ({ call: 'lock_artifact', args: { artifactId, spaceId } }),
      (after) => {
        told = after;
        return { say: 'done' };
      },
    );
    const session = await gemini.open(program!, owner, model.url);
    await session.prompts('Lock the plan');
    expect(model.errors).toEqual([]);
    expect(told).toMatch(/Bob.{1,8} holds the lock until \d{4}-\d\d-\d\dT\d\d:\d\d/);
  },
);
