import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { startParley, type Parley } from '../../parley.ts';
import { createLogger } from '../wire/log.ts';

const hasCurl = spawnSync('bash', ['-c', 'curl --version']).status === 0;
if (!hasCurl) console.warn('SKIPPED: the commands of the agent card, because bash or curl is missing');

const run = promisify(execFile);
/** Waits until a command that does not end by itself has said this. */
async function says(command: string, env: NodeJS.ProcessEnv, words: RegExp): Promise<void> {
  const child = spawn('bash', ['--norc', '-c', `exec ${command}`], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let said = '';
    for await (const part of child.stdout.setEncoding('utf8')) if (words.test((said += part as string))) return;
    expect(said).toMatch(words);
  } finally {
    child.kill();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'parley-card-'));

describe.skipIf(!hasCurl)('the commands of the agent card', () => {
  let parley: Parley;
  let app: FastifyInstance;
  beforeAll(async () => {
    parley = await startParley(readConfig({ PARLEY_DATA_DIR: dataDir }), createLogger('silent'));
    app = await createApp(parley);
    parley.listensAt(await app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    await app.close();
    await parley.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const post = async (path: string, key?: string, body?: object) => {
    const headers = key ? { 'x-private-key': key } : {};
    const response = await app.inject({ method: 'POST', url: path, headers, ...(body && { payload: body }) });
    return response.json<Record<'spaceId' | 'ownerPrivateKey' | 'agentLink', string>>();
  };

  const commandsOf = (card: string) =>
    [...card.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split(/\n(?=curl)/));

  it.each([
    ['public', 14],
    ['private', 15],
  ])('do in a %s space what the card says', async (privacy, count) => {
    const { spaceId, ownerPrivateKey } = await post('/hub/space', undefined, { name: 'a', description: 'b', privacy });
    await post(`/hub/space/${spaceId}/messages`, ownerPrivateKey, { content: 'Welcome' });
    const { agentLink } = await post(`/hub/space/${spaceId}/invite`, ownerPrivateKey);
    const commands = commandsOf(await (await fetch(agentLink)).text());
    expect(commands).toHaveLength(count);

    const env: Record<string, string> = { CURSOR: '2020-01-01T00:00:00Z' };
    for (const command of commands) {
      if (command.includes('/stream')) {
        await says(command, { ...process.env, ...env }, /event: ready\n.*event: message\n.*Welcome/s);
        continue;
      }
      const { stdout } = await run('bash', ['--norc', '-c', command], { env: { ...process.env, ...env } });
      const body = JSON.parse(stdout) as Record<string, string>;
      expect(body, command).not.toHaveProperty('error');
      if (body['status'] === 'pending')
        await post(`/hub/space/${spaceId}/participants/${body['participantId']}/approve`, ownerPrivateKey);
      const { participantId: PARTICIPANT, participantPrivateKey: PARLEY_KEY, id: ARTIFACT } = body;
      for (const [name, value] of Object.entries({ PARTICIPANT, PARLEY_KEY, ARTIFACT })) if (value) env[name] ??= value;
    }
  });
});
