import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const packageDir = dirname(fileURLToPath(new URL('.', import.meta.url)));

export interface Ran {
  code: number | null;
  /** Standard output and standard error, as they came. */
  said: string;
}

export interface Running {
  process: ChildProcess;
  said(): string;
  ended: Promise<Ran>;
}

export interface Where {
  cwd?: string;
  env?: Record<string, string>;
}

export function start(command: string, words: readonly string[], { cwd = packageDir, env = {} }: Where = {}): Running {
  // Options of Node that are meant for the tests are nothing for other runtimes.
  const outside = { ...process.env, NODE_OPTIONS: undefined };
  const child = spawn(command, words, { cwd, env: { ...outside, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = Promise.race([once(child, 'close'), once(child, 'error')]).then(([code]) => ({
    code: typeof code === 'number' ? code : null,
    said,
  }));
  return { process: child, said: () => said, ended };
}

export function run(command: string, words: readonly string[], where?: Where): Promise<Ran> {
  const running = start(command, words, where);
  running.process.stdin!.end();
  return running.ended;
}
