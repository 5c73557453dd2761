import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runs, type RealHost } from './real-host.ts';
import { responsesApi } from './responses-api.ts';

const version = '0.169.0';

/** Codex CLI without a terminal; each prompt continues the session. */
export const codex: RealHost = {
  title: 'Codex CLI',
  name: 'codex',
  program: { name: 'codex', version, packages: [`@openai/codex@${version}`], file: '.bin/codex' },
  api: responsesApi,
  shell: (line) => ({ call: 'exec_command', args: { cmd: line, yield_time_ms: 120_000 } }),
  async configure({ folder }, url) {
    const config = [
      '# The settings of the user.',
      'model = "scripted"',
      'model_provider = "scripted"',
      '[model_providers.scripted]',
      'name = "scripted"',
      `base_url = "${url}/v1" # on loopback`,
      'wire_api = "responses"',
      // What the user has set for the server stays. Without it, a turn begins before a slow server has started.
      '[mcp_servers.parley]',
      'required = true',
      'startup_timeout_sec = 120',
      'tool_timeout_sec = 120',
      '',
    ];
    await mkdir(join(folder, '.codex'), { recursive: true });
    await writeFile(join(folder, '.codex/config.toml'), config.join('\n'));
  },
  async open(program, user) {
    // A person would trust the hooks once.
    const words = ['--skip-git-repo-check', '--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox'];
    let resume: string[] = [];
    let running: ReturnType<typeof runs> | undefined;
    return {
      async prompts(text) {
        running = runs(program, ['exec', ...resume, ...words, text], user);
        await running.ended;
        resume = ['resume', '--last'];
      },
      end: async () => running?.kill(),
    };
  },
};
