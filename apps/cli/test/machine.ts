import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { canShare, runShared, type Ended } from './resident.ts';

export type { Ended } from './resident.ts';

export const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface Running {
  child: ChildProcess;
  said: Ended;
  ended: Promise<Ended>;
  /** Waits until it has printed this, on either output. */
  says(what: string | RegExp): Promise<void>;
}

/** A user of the built command, with separate folders and settings. */
export class Machine {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The command that it uses. */
  main = main;
  /** Whether each command gets a process of its own, also where that makes no difference. */
  isReal = false;

  constructor(folder: string, url: string) {
    this.folder = folder;
    const outside = Object.entries(process.env).filter(
      ([name]) => !/^(PARLEY_|XDG_|NODE_PATH$|CI$|NO_COLOR$|FORCE_COLOR$|VISUAL$|EDITOR$)/.test(name),
    );
    const own = { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), PARLEY_URL: url, PARLEY_KEYCHAIN: 'off' };
    this.env = { ...Object.fromEntries(outside), ...own };
  }

  start(
    words: readonly string[],
    { input, env = {}, cwd = this.folder }: { input?: string; env?: NodeJS.ProcessEnv; cwd?: string } = {},
  ): Running {
    const child = spawn(process.execPath, [this.main, ...words], { cwd, env: { ...this.env, ...env } });
    const said: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
    // A command that does not read its input may exit before it is written.
    child.stdin.on('error', () => {}).end(input ?? '');
    const ended = once(child, 'close').then(([code]) => Object.assign(said, { code: code as number | null }));
    const says = async (what: string | RegExp) => {
      const isSaid = () =>
        [said.stdout, said.stderr].some((text) => (typeof what === 'string' ? text.includes(what) : what.test(text)));
      while (!isSaid()) {
        if (child.exitCode !== null) throw new Error(`It ended without saying ${what}: ${JSON.stringify(said)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    return { child, said, ended, says };
  }

  /** Runs a command and returns its result, also after a failure. */
  async tries(words: readonly string[], options: { input?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ended> {
    const { input = '', env = {} } = options;
    if (this.isReal || this.main !== main || !canShare(words, env)) return this.start(words, options).ended;
    return runShared(main, { words, env: { ...this.env, ...env }, folder: this.folder, input });
  }

  /** Runs a command that must succeed and returns its output. */
  async does(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.tries(words);
    if (code !== 0) throw new Error(`parley ${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout.trimEnd();
  }

  /** The same with --json, parsed. */
  async answers<T = Record<string, unknown>>(...words: string[]): Promise<T> {
    return JSON.parse(await this.does(...words, '--json')) as T;
  }
}

/** Users whose folders are deleted after the test. */
export async function machines<const Names extends readonly string[]>(
  url: string,
  ...names: Names
): Promise<{ [I in keyof Names]: Machine }> {
  const made = await Promise.all(
    names.map(async (name) => {
      const folder = await mkdtemp(join(tmpdir(), `parley-cli-${name}-`));
      // A process that was just killed, or hung up, can still write there.
      onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
      return new Machine(folder, url);
    }),
  );
  return made as { [I in keyof Names]: Machine };
}
