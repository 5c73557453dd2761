import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { machines, type Machine } from './machine.ts';
import { keysOf } from './mcp-host.ts';
import { startScriptedModel } from './scripted-model.ts';

const folder = await mkdtemp(join(tmpdir(), 'parley-gemini-'));
const install = ['install', '--no-audit', '--no-fund', '--omit=optional', '--ignore-scripts', '@google/gemini-cli@0.61.0'];
const isInstalled = spawnSync('npm', install, { cwd: folder }).status === 0;
const skipped = isInstalled ? '' : ' (SKIPPED: Gemini CLI cannot be installed)';
const gemini = join(folder, 'node_modules/.bin/gemini');

const server = inject('server');
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What the model of a user's Gemini CLI is told when it calls a tool of the MCP server of that configuration. */
async function toldInGemini(user: Machine, mcpServer: object, tool: string, args: object): Promise<string> {
  const model = await startScriptedModel(tool, args);
  onTestFinished(() => model.stop());
  await mkdir(join(user.folder, '.gemini'), { recursive: true });
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    mcpServers: { parley: { ...mcpServer, trust: true } },
    telemetry: { enabled: false },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false },
  };
  await writeFile(join(user.folder, '.gemini/settings.json'), JSON.stringify(settings));
  const env = {
    ...user.env,
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: model.url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  };
  const words = ['-m', 'gemini-2.5-pro', '--yolo', '-p', 'Lock the plan'];
  const host = spawn(gemini, words, { cwd: user.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [host.stdout, host.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(host, 'close')) as [number];
  expect(code, said).toBe(0);
  expect(model.told, said).toHaveLength(1);
  return model.told[0]!;
}

const heldByBob = /Bob.{1,8} holds the lock until \d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A space in which Bob holds the lock of an artifact; returns its owner, and the ids that tools take. */
async function lockedByBob(): Promise<[owner: Machine, ids: { artifactId: string; spaceId: string }]> {
  const [owner, bob] = await machines(server.url, 'owner', 'bob');
  const { spaceId } = await owner.answers<{ spaceId: string }>('space', 'create', 'Launch');
  const { agentLink } = await owner.answers<{ agentLink: string }>('invite');
  await bob.does('join', agentLink, '--name', 'Bob');
  const { id } = await owner.answers<{ id: string }>('artifact', 'create', 'Plan');
  await bob.does('artifact', 'lock', 'Plan');
  return [owner, { artifactId: id, spaceId }];
}

test.skipIf(!isInstalled)(`the model in Gemini CLI is told over stdio who holds a lock, and until when${skipped}`, async () => {
  const [owner, { artifactId }] = await lockedByBob();
  const { HOME, XDG_DATA_HOME, PARLEY_URL, PARLEY_KEYCHAIN } = owner.env;
  const env = { HOME, XDG_DATA_HOME, PARLEY_URL, PARLEY_KEYCHAIN };
  const command = { command: process.execPath, args: [owner.main, 'mcp', '--tools', 'all'], env };
  expect(await toldInGemini(owner, command, 'lock_artifact', { space: 'launch', artifactId })).toMatch(heldByBob);
});

test.skipIf(!isInstalled)(`the model in Gemini CLI is told over HTTP who holds a lock, and until when${skipped}`, async () => {
  const [owner, ids] = await lockedByBob();
  const [key] = await keysOf(owner);
  const remote = { httpUrl: `${server.url}/mcp?tools=all`, headers: { 'X-Private-Key': key } };
  expect(await toldInGemini(owner, remote, 'lock_artifact', ids)).toMatch(heldByBob);
});
