import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The result of a command. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Command {
  words: readonly string[];
  env: NodeJS.ProcessEnv;
  folder: string;
  input: string;
}

const program = fileURLToPath(new URL('fixtures/resident.mjs', import.meta.url));
const mostIdle = 3;

/** Those that wait for the next command, of any test. */
const idle: ChildProcess[] = [];

/** Commands that are about their process: they stay, start others, or read its standard input directly. */
const ofProcesses: ReadonlySet<string> = new Set(
  ['--version', '-V', 'chat', 'doctor', 'edit', 'hook', 'keychain', 'listen', 'login', 'logout', 'mcp', 'serve', 'watch'], // prettier-ignore
);
const areAboutFiles = (words: readonly string[]): boolean => words.includes('install') || words.includes('uninstall');

/** Whether the result of a command is the same in a process that runs others too. Node reads its options only when it starts. */
export const canShare = (words: readonly string[], given: NodeJS.ProcessEnv): boolean =>
  !('NODE_OPTIONS' in given) && (areAboutFiles(words) || !words.some((word) => ofProcesses.has(word)));

function start(main: string): ChildProcess {
  const child = fork(program, [main], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'advanced' });
  child.stderr!.setEncoding('utf8');
  child.once('exit', () => {
    if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
  });
  // It ends when this process does.
  for (const each of [child, child.channel!, child.stderr as unknown as { unref(): void }]) each.unref();
  return child;
}

/** Runs a command in a process that has run others before. */
export async function runShared(main: string, { env, ...command }: Command): Promise<Ended> {
  const child = idle.pop() ?? start(main);
  let trace = '';
  const hear = (text: string) => (trace += text);
  child.stderr!.on('data', hear);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  child.send({ ...command, env: given });
  const over = new AbortController();
  const [message, close] = ['message', 'close'].map((event) => once(child, event, { signal: over.signal }));
  const ended = await Promise.race([
    message!.then(([result]) => result as Ended),
    close!.then(([code]) => ({ code: code as number | null, stdout: '', stderr: trace })),
  ]);
  for (const each of [message!, close!]) each.catch(() => {});
  over.abort();
  child.stderr!.off('data', hear);
  if (child.connected && idle.length < mostIdle) idle.push(child);
  else if (child.connected) child.disconnect();
  return ended;
}
