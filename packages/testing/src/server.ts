import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const patienceMs = 20_000;

export type Settings = Record<string, string>;

export interface TestServer {
  url: string;
  pid: number;
  /** Where the first account is made, as the server printed it; empty when there was an account. */
  setUpLink: string;
  /** Resolves when it has ended, however that came about: its exit code, or null when a signal killed it. */
  ended: Promise<number | null>;
  signal(name: 'SIGTERM' | 'SIGINT'): void;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would: nothing gets a last word. */
  kill(): Promise<void>;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The server reads every `PARLEY_*` variable and refuses those it does not know, so it must not see ours. */
const inherited = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PARLEY_.*|DATABASE_URL|REDIS_URL)$/.test(name)));

function spawnServer(settings: Settings, stderr: 'pipe' | 'inherit') {
  if (!existsSync(main)) throw new Error('The server is not built: run `npm run build` first');
  const server = spawn(process.execPath, [main], {
    env: { ...inherited(), PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', stderr],
  });
  const killAtExit = () => server.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(server, 'close').then(([code]) => {
    process.off('exit', killAtExit);
    return code as number | null;
  });
  return { server, ended };
}

/**
 * Starts the built server on a free port, with settings as its environment.
 * `hear` gets all it says on standard output and standard error.
 */
export async function startServer(settings: Settings, hear?: (text: string) => void): Promise<TestServer> {
  const { server, ended } = spawnServer(settings, hear ? 'pipe' : 'inherit');
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

/** Runs the built server with settings it should not start with, until it ends. */
export async function runServer(settings: Settings): Promise<Ended> {
  const { server, ended } = spawnServer(settings, 'pipe');
  const said = { stdout: '', stderr: '' };
  server.stdout!.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  server.stderr!.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const impatience = setTimeout(() => server.kill('SIGKILL'), patienceMs);
  const code = await ended;
  clearTimeout(impatience);
  return { code, ...said };
}

/** Both are printed in one piece. */
function printed(server: ChildProcess): Promise<Pick<TestServer, 'url' | 'setUpLink'>> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout!.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      const url = /Parley listens on (https?:\/\/\S+\d)/.exec(said)?.[1];
      if (url) resolve({ url, setUpLink: /Make the first account at (\S+)/.exec(said)?.[1] ?? '' });
    });
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened:\n${said}`)));
  });
}
