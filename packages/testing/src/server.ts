import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const patienceMs = 20_000;

export interface TestServer {
  url: string;
  pid: number;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would: nothing gets a last word. */
  kill(): Promise<void>;
}

/** The server reads every `PARLEY_*` variable and refuses those it does not know, so it must not see ours. */
const inherited = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PARLEY_.*|DATABASE_URL|REDIS_URL)$/.test(name)));

/** Starts the built server on a free port, with settings as its environment. */
export async function startServer(settings: Record<string, string>): Promise<TestServer> {
  if (!existsSync(main)) throw new Error('The server is not built: run `npm run build` first');
  const server = spawn(process.execPath, [main], {
    env: { ...inherited(), PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killAtExit = () => server.kill('SIGKILL');
  process.once('exit', killAtExit);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    process.off('exit', killAtExit);
    if (server.exitCode !== null || server.signalCode !== null) return;
    const impatience = setTimeout(() => server.kill('SIGKILL'), patienceMs);
    server.kill(signal);
    await once(server, 'exit');
    clearTimeout(impatience);
  };
  return { url: await address(server), pid: server.pid!, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

function address(server: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      const url = /Parley listens on (https?:\/\/\S+\d)/.exec(said)?.[1];
      if (url) resolve(url);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened:\n${said}`)));
  });
}
