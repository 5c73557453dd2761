import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { killAtExit } from './children.ts';
import { freePort } from './free-port.ts';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const patienceMs = 60_000;

export type Settings = Record<string, string>;

export interface TestServer {
  url: string;
  pid: number;
  /** The set-up link that the server printed; empty if there was an account. */
  setUpLink: string;
  /** Resolves with the exit code when the process has ended, or null if a signal killed it. */
  ended: Promise<number | null>;
  signal(name: 'SIGTERM' | 'SIGINT'): void;
  /** Stops it like an operator. */
  stop(): Promise<void>;
  /** Kills it like a power failure, without a clean shutdown. */
  kill(): Promise<void>;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The server refuses unknown `PARLEY_*` variables, so it must not inherit ours. */
const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PARLEY_.*|(DATABASE_URL|DATABASE_LISTEN_URL|REDIS_URL|NATS_URL)(_FILE)?)$/.test(name),
    ),
  );

/** Only tests about it wait for streams to end. The server of another build can be too old to know the setting. */
const ownDefaults: Settings = { PARLEY_DRAIN_SECONDS: '0' };

interface Running {
  program?: string | undefined;
  words?: readonly string[];
}

function spawnServer(settings: Settings, stderr: 'pipe' | 'inherit', { program = main, words = [] }: Running = {}) {
  if (!existsSync(program)) throw new Error('The server is not built: run `npm run build` first');
  const env = { ...inherited(), PORT: '0', ...(program === main && ownDefaults), ...settings };
  const server = killAtExit(spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', stderr] }));
  return { server, ended: once(server, 'close').then(([code]) => code as number | null) };
}

/**
 * Starts the built server on a free port, which it finds free again, with settings as its environment.
 * `hear` gets its standard output and standard error; `program` is the server of another build.
 */
export async function startServer(settings: Settings, hear?: (text: string) => void, program?: string): Promise<TestServer> {
  const port = String(await freePort());
  const { server, ended } = spawnServer({ PORT: port, ...settings }, hear ? 'pipe' : 'inherit', { program });
  if (hear) for (const output of [server.stdout, server.stderr]) output?.on('data', (chunk: Buffer) => hear(chunk.toString()));
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const impatience = setTimeout(() => server.kill('SIGKILL'), patienceMs);
    server.kill(signal);
    await ended;
    clearTimeout(impatience);
  };
  return {
    ...(await printed(server)),
    pid: server.pid!,
    ended,
    signal: (name) => void server.kill(name),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Runs the built server with invalid settings, or with arguments, until it ends. `begun` gets its pid. */
export async function runServer(
  settings: Settings,
  words: readonly string[] = [],
  begun: (pid: number) => void = () => {},
): Promise<Ended> {
  const { server, ended } = spawnServer(settings, 'pipe', { words });
  begun(server.pid!);
  const said = { stdout: '', stderr: '' };
  server.stdout!.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  server.stderr!.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const impatience = setTimeout(() => server.kill('SIGKILL'), patienceMs);
  const code = await ended;
  clearTimeout(impatience);
  return { code, ...said };
}

/** Both are printed in one write. */
function printed(server: ChildProcess): Promise<Pick<TestServer, 'url' | 'setUpLink'>> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout!.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      const url = /Parley listens on (https?:\/\/\S+\d)/.exec(said)?.[1];
      if (url) resolve({ url, setUpLink: /Create the first account at (\S+)/.exec(said)?.[1] ?? '' });
    });
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened:\n${said}`)));
  });
}
