import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type TestServer } from '@parley/testing';

/** A folder for a generated client, and the server that its document describes. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-clients-'));
  /** The OpenAPI document of the server. */
  readonly document = join(this.folder, 'openapi.json');
  #server: TestServer | undefined;

  get url(): string {
    return this.#server!.url;
  }

  async open(): Promise<void> {
    this.#server = await startServer({ PARLEY_DATA_DIR: join(this.folder, 'data') });
    this.write('openapi.json', await (await fetch(`${this.url}/openapi.json`)).text());
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs a program there and returns its output; throws with all output if it fails. */
  run(program: string, words: string[], env: Record<string, string> = {}): string {
    const { status, stdout, stderr, error } = this.#spawn(program, words, env);
    if (status !== 0) throw new Error([`${program} ${words.join(' ')}`, stdout, stderr].join('\n'), { cause: error });
    return stdout;
  }

  /** Whether a program succeeds there. */
  can(program: string, words: string[], env: Record<string, string> = {}): boolean {
    return this.#spawn(program, words, env).status === 0;
  }

  #spawn(program: string, words: string[], env: Record<string, string>) {
    return spawnSync(program, words, { cwd: this.folder, env: { ...process.env, ...env }, encoding: 'utf8' });
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
