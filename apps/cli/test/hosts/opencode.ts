import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { chatApi } from './chat-api.ts';
import { alone, killed, type RealHost } from './real-host.ts';

const version = '1.18.33';
const platform = `opencode-${process.platform}-${process.arch}`;

/** The server of opencode, to which its terminal and its desktop connect; it runs while the session is idle. */
export const opencode: RealHost = {
  title: 'opencode',
  name: 'opencode',
  program: { name: 'opencode', version, packages: [`${platform}@${version}`], file: `${platform}/bin/opencode` },
  api: chatApi,
  shell: (line) => ({ call: 'bash', args: { command: line, description: 'Run a line' } }),
  async configure({ folder }, url) {
    const settings = {
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `${url}/v1`, apiKey: 'x' },
          models: { scripted: {} },
        },
      },
      model: 'scripted/scripted',
      // For a noisy machine.
      experimental: { mcp_timeout: 120_000 },
      autoupdate: false,
      share: 'disabled',
    };
    const place = join(folder, '.config/opencode');
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'opencode.jsonc'), `// The settings of the user.\n${JSON.stringify(settings, null, 2)}\n`);
  },
  async open(program, user) {
    // It would install packages for plugins, and try for long.
    const env = alone(user, { OPENCODE_DISABLE_MODELS_FETCH: '1', npm_config_offline: 'true' });
    const server = spawn(program, ['serve', '--port', '0', '--hostname', '127.0.0.1'], {
      cwd: user.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const output of [server.stdout, server.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const url = await vi.waitFor(
      () => {
        const found = /listening on (http:\S+)/.exec(said)?.[1];
        if (found === undefined) throw new Error(`opencode does not listen: ${said}`);
        return found;
      },
      { timeout: 60_000, interval: 50 },
    );
    const asks = async (path: string, body: object): Promise<unknown> => {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const { id } = (await asks('/session', {})) as { id: string };
    return {
      prompts: async (text) => void (await asks(`/session/${id}/message`, { parts: [{ type: 'text', text }] })),
      end: () => killed(server),
    };
  },
};
