import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killAtExit } from '@parley/testing';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const heapMegabytes = 192;

export interface WatchedServer {
  port: number;
  /** Problems since the last call: log lines from `error` upwards, and unexpected output on standard error. */
  complaints(): string[];
  isAlive(): boolean;
  residentMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

/** The real server on the embedded database, with its output watched and its heap limited. */
export async function startWatched(settings: Record<string, string> = {}): Promise<WatchedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-fuzz-'));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PARLEY_.*|DATABASE_URL|REDIS_URL|NATS_URL)$/.test(name));
  const own = { PORT: '0', PARLEY_DATA_DIR: folder, PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'warn' };
  const words = [`--max-old-space-size=${heapMegabytes}`, main];
  const env = { ...Object.fromEntries(inherited), ...own, ...settings };
  const server = killAtExit(spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  const said = { out: '', err: '' };
  server.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  server.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const isAlive = () => server.exitCode === null && server.signalCode === null;
  return {
    port: await listening(() => said, isAlive),
    isAlive,
    complaints() {
      // A line can still be on its way.
      const whole = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1);
      const [out, err] = [whole(said.out), whole(said.err)];
      said.out = said.out.slice(out.length);
      said.err = said.err.slice(err.length);
      return [...out.split('\n').filter(isComplaint), ...err.split('\n').filter(isSurprise)];
    },
    residentMegabytes: () => residentMegabytes(server.pid!),
    async stop() {
      if (isAlive()) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(said: () => { out: string; err: string }, isAlive: () => boolean): Promise<number> {
  for (;;) {
    const port = /Parley listens on http:\/\/\S+:(\d+)\n/.exec(said().out)?.[1];
    if (port) return Number(port);
    if (!isAlive()) throw new Error(`The server ended before it listened: ${said().err}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const errorLevel = 50;
const isComplaint = (line: string): boolean =>
  line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= errorLevel;
/** Deprecation warnings of Node are not failures. */
const isSurprise = (line: string): boolean => line.trim() !== '' && !/Deprecat|ExperimentalWarning|--trace-/.test(line);

/** 0 if the system does not report it. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
