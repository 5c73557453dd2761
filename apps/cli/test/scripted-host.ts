import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished, vi } from 'vitest';
import type { Machine } from './machine.ts';
import type { Fields } from './mcp-host.ts';

/** A host of `parley mcp` that writes and reads lines, and knows nothing of any library. */
export class ScriptedHost {
  readonly lines: string[] = [];
  errors = '';
  /** The exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly #child;

  constructor({ env, folder, main }: Machine, ...words: string[]) {
    this.#child = spawn(process.execPath, [main, 'mcp', ...words], { env, cwd: folder });
    createInterface(this.#child.stdout).on('line', (line) => this.lines.push(line));
    this.#child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    // It can end before everything is written.
    this.#child.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => this.#child.once('close', resolve));
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  write(message: Fields): void {
    this.writeRaw(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  writeRaw(bytes: string | Uint8Array): void {
    this.#child.stdin.write(bytes);
  }

  /** The line that fits, once it was written. */
  async line(fits: (message: Fields, line: string) => boolean): Promise<string> {
    return vi.waitFor(
      () => {
        const found = this.lines.find((line) => fits(JSON.parse(line) as Fields, line));
        if (found === undefined) throw new Error(`Not among ${this.lines.join('\n')}\n${this.errors}`);
        return found;
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  async asks(id: number | string, method: string, params: Fields = {}): Promise<Fields> {
    this.write({ id, method, params });
    return (JSON.parse(await this.line((message) => message['id'] === id)) as { result: Fields }).result;
  }

  async greets(): Promise<Fields> {
    const result = await this.asks(1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'scripted', version: '1' },
    });
    this.write({ method: 'notifications/initialized' });
    return result;
  }

  get pushed(): string[] {
    return this.lines.filter((line) => line.includes('"notifications/claude/channel"'));
  }

  async ends(): Promise<number | null> {
    this.#child.stdin.end();
    return this.ended;
  }
}
