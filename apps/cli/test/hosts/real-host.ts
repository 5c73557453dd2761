import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Machine } from '../machine.ts';
import type { Program } from './installed.ts';
import type { Api } from './model.ts';

/** A session of a user in a host. */
interface Session {
  /** Says something, and waits until the host has finished the turn. */
  prompts(text: string): Promise<void>;
  /** Ends what runs. */
  end(): Promise<void>;
}

/** A host that runs here, with a scripted model. */
export interface RealHost {
  title: string;
  name: 'codex' | 'gemini' | 'opencode';
  program: Program;
  api: Api;
  /** Writes what a user has set before Parley is installed. */
  configure(user: Machine, modelUrl: string): Promise<void>;
  open(program: string, user: Machine, modelUrl: string): Promise<Session>;
}

/** Hosts look for news, models and updates of their own. Whatever is not on this machine cannot be reached. */
export const alone = (user: Machine, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const nowhere = 'http://127.0.0.1:9';
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    [name, nowhere],
    [name.toLowerCase(), nowhere],
  ]);
  const here = { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' };
  return { ...user.env, ...Object.fromEntries(proxies), ...here, ...env };
};

/** Runs a command to its end; what it printed is in the error if it fails. */
export async function runs(command: string, words: readonly string[], user: Machine, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(command, words, { cwd: user.folder, env: alone(user, env), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}`);
}

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
