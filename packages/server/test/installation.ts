import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;
/** npm can search forever if packages contradict each other. */
const patienceMs = 240_000;

/** An empty folder to install packages into with npm. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-package-'));
  readonly #env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PARLEY_.*|DATABASE_URL|REDIS_URL|NATS_URL|NODE_ENV|NODE_OPTIONS|NODE_PATH|HOST)$/.test(name),
    ),
  );

  /** False if their dependencies are not available. */
  async install(tarballs: readonly string[]): Promise<boolean> {
    try {
      await this.run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0', ...tarballs]);
      return true;
    } catch (error) {
      if (unreachable.test(String(error))) return false;
      throw error;
    }
  }

  /** The standard output of a command, which must succeed. */
  async run(command: string, words: readonly string[]): Promise<string> {
    const running = this.start(command, words);
    const said = { out: '', all: '' };
    running.stdout!.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    for (const output of [running.stdout!, running.stderr!]) output.on('data', (chunk: Buffer) => (said.all += chunk.toString()));
    const impatience = setTimeout(() => running.kill('SIGKILL'), patienceMs);
    const [code] = (await once(running, 'close')) as [number | null];
    clearTimeout(impatience);
    if (code !== 0) throw new Error(`${command} ${words[0]} ended with ${code}: ${said.all}`);
    return said.out;
  }

  start(command: string, words: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(command, words, { cwd: this.folder, env: { ...this.#env, ...env } });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
