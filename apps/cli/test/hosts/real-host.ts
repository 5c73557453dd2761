import type { Program } from '@parley/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { hostOf } from '../../src/hosts/hosts.ts';
import type { Machine } from '../machine.ts';
import type { Api, Move } from './model.ts';

/** A session of a user in a host. */
interface Session {
  /** Says something, and waits until the host has finished the turn. */
  prompts(text: string): Promise<void>;
  /** Kills what runs. */
  end(): Promise<void>;
}

/** A host that runs here, with a scripted model. */
export interface RealHost {
  title: string;
  name: 'codex' | 'gemini' | 'opencode';
  program: Program;
  api: Api;
  /** A call of its tool that runs a line in a shell. */
  shell(line: string): Move;
  /** Writes what a user has set before Parley is installed. */
  configure(user: Machine, modelUrl: string): Promise<void>;
  open(program: string, user: Machine, modelUrl: string): Promise<Session>;
}

/** A host gives up on a hook after 10 s, and a noisy machine is slower. */
export async function waitForHooks({ folder }: Machine, name: RealHost['name']): Promise<void> {
  const file = join(folder, relative(homedir(), hostOf(name).hooks!.file({})));
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/("timeout": ?)10/g, '$1120'));
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

interface Run {
  /** Rejects if it fails, with what it printed. */
  ended: Promise<void>;
  /** Kills it and what it has started. */
  kill(): Promise<void>;
}

export function runs(command: string, words: readonly string[], user: Machine, env: NodeJS.ProcessEnv = {}): Run {
  // Hosts start programs, which are in the same group.
  const child = spawn(command, words, {
    cwd: user.folder,
    env: alone(user, env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    ended: closed.then(([code]) => {
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}`);
    }),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
      await closed;
    },
  };
}

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
