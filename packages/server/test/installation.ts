import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const isLeftOut = (path: string) => /[\\/](node_modules|\.turbo)$/.test(path);
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;
/** What npm does with packages that contradict each other has no end by itself. */
const patienceMs = 240_000;

/** The empty folder of somebody who installs packages that were packed in a copy of this repository. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-package-'));
  readonly project = join(this.folder, 'project');
  readonly #copy = join(this.folder, 'repository');
  readonly #env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PARLEY_.*|DATABASE_URL|REDIS_URL|NODE_ENV|NODE_PATH|HOST)$/.test(name)),
  );

  constructor() {
    mkdirSync(this.project);
    for (const file of ['pnpm-workspace.yaml', 'scripts']) this.#take(file);
  }

  /** Packs as a maintainer does; answers the tarball. Packing changes the manifest for a moment, so it is done in a copy. */
  async pack(name: string): Promise<string> {
    const from = join('packages', name);
    this.#take(from);
    await this.run('npm', ['pack', '--silent', '--pack-destination', this.folder], join(this.#copy, from));
    return join(
      this.folder,
      readdirSync(this.folder).find((file) => file.startsWith(`parley-${name}-`))!,
    );
  }

  /** False if what else is needed cannot be had. */
  async install(tarballs: readonly string[]): Promise<boolean> {
    const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1', ...tarballs];
    try {
      await this.run('npm', words);
      return true;
    } catch (error) {
      if (unreachable.test(String(error))) return false;
      throw error;
    }
  }

  /** What a command says on standard output; it must end well. */
  async run(command: string, words: readonly string[], cwd = this.project): Promise<string> {
    const running = this.start(command, words, {}, cwd);
    const said = { out: '', all: '' };
    running.stdout!.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    for (const output of [running.stdout!, running.stderr!]) output.on('data', (chunk: Buffer) => (said.all += chunk.toString()));
    const impatience = setTimeout(() => running.kill('SIGKILL'), patienceMs);
    const [code] = (await once(running, 'close')) as [number | null];
    clearTimeout(impatience);
    if (code !== 0) throw new Error(`${command} ${words[0]} ended with ${code}: ${said.all}`);
    return said.out;
  }

  start(command: string, words: readonly string[], env: Record<string, string>, cwd = this.project): ChildProcess {
    return spawn(command, words, { cwd, env: { ...this.#env, ...env } });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #take(path: string): void {
    cpSync(join(repository, path), join(this.#copy, path), { recursive: true, filter: (from) => !isLeftOut(from) });
  }
}
