import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { geminiApi } from './gemini-api.ts';
import { runs, type RealHost } from './real-host.ts';

const version = '0.61.0';

/** Gemini CLI without a terminal; each prompt continues the session. */
export const gemini: RealHost = {
  title: 'Gemini CLI',
  name: 'gemini',
  program: {
    name: 'gemini',
    version,
    packages: [`@google/gemini-cli@${version}`],
    file: '.bin/gemini',
    isWithoutOptional: true,
  },
  api: geminiApi,
  shell: (line) => ({ call: 'run_shell_command', args: { command: line } }),
  async configure({ folder }) {
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    };
    await mkdir(join(folder, '.gemini'), { recursive: true });
    await writeFile(join(folder, '.gemini/settings.json'), JSON.stringify(settings, null, 2));
  },
  async open(program, user, url) {
    const env = { GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
    let resume: string[] = [];
    let running: ReturnType<typeof runs> | undefined;
    return {
      async prompts(text) {
        // Without a model it would first ask one which to take.
        running = runs(program, ['-m', 'gemini-2.5-pro', '--yolo', ...resume, '-p', text], user, env);
        await running.ended;
        resume = ['--resume', 'latest'];
      },
      end: async () => running?.kill(),
    };
  },
};
