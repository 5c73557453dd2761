import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedText, LastLines } from './captured.ts';
import type { CommandLine } from './command-line.ts';

export interface RunOptions {
  /** Written to its standard input; it may read only a part of it. */
  input: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
  timeoutMs: number;
  /** Stops the command when it is aborted. */
  signal: AbortSignal;
  /** Gets each line of its standard error. */
  onErrorLine(line: string): void;
  /** Milliseconds between SIGTERM and SIGKILL. */
  graceMs?: number;
}

/** How a command ended. */
export type Ran =
  | { end: 'exited'; code: number; output: BoundedText; lastError: string }
  | { end: 'killed'; by: NodeJS.Signals }
  | { end: 'timeout' | 'stopped' }
  | { end: 'not started'; reason: string };

const stragglersMs = 1_000;
const running = new Set<ChildProcess>();

/** Runs a command in a process group of its own. Nothing of the group outlives the command. */
export async function run(command: CommandLine, options: RunOptions): Promise<Ran> {
  const { input, env, cwd, timeoutMs, signal, onErrorLine, graceMs = 5_000 } = options;
  if (signal.aborted) return { end: 'stopped' };
  const settings = { cwd, env, detached: hasGroups, stdio: 'pipe' as const };
  const child =
    'shell' in command
      ? spawn(command.shell, { ...settings, shell: true })
      : spawn(command.words[0], command.words.slice(1), settings);
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const closed = once(child, 'close');
  closed.catch(() => {});
  running.add(child);

  const output = new BoundedText();
  const errors = new LastLines(onErrorLine);
  child.stdout.on('data', (chunk: Buffer) => output.add(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.add(chunk));
  // A command that does not read its input may end before it is written.
  child.stdin.on('error', () => {}).end(input);

  let cut: 'timeout' | 'stopped' | undefined;
  let kill: NodeJS.Timeout | undefined;
  const end = (why: 'timeout' | 'stopped') => {
    cut ??= why;
    signalGroup(child, 'SIGTERM');
    kill ??= setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  };
  const late = setTimeout(() => end('timeout'), timeoutMs);
  const stop = () => end('stopped');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [code, by] = await exited;
    // A process that it left behind can keep the outputs open.
    await Promise.race([closed, sleep(stragglersMs, undefined, { ref: false })]);
    if (cut) return { end: cut };
    if (by !== null) return { end: 'killed', by };
    return { end: 'exited', code: code!, output, lastError: errors.end() };
  } catch (error) {
    return { end: 'not started', reason: (error as Error).message };
  } finally {
    clearTimeout(late);
    clearTimeout(kill);
    signal.removeEventListener('abort', stop);
    signalGroup(child, 'SIGKILL');
    running.delete(child);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }
}

/** Windows has no process groups. */
const hasGroups = process.platform !== 'win32';

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // Nothing of it is left.
  }
}

// A second Ctrl-C ends this process at once, and a process group of its own does not get the signal of the terminal.
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});
