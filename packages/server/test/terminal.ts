import { spawn, type IPty } from '@lydell/node-pty';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished, vi } from 'vitest';

interface Place {
  cwd: string;
  env?: Record<string, string>;
}

/** The size of a wide terminal, so that no expected line wraps. */
const size = { cols: 200, rows: 50 };

/** What moves the cursor to the start of its line: npm clears its spinner with the second. */
const lineStart = /\r|\u001b\[1G/;

/** A command in a pseudo-terminal. */
export class Terminal {
  /** Everything printed, control sequences included. */
  raw = '';
  readonly ended: Promise<number>;
  readonly #pty: IPty;

  constructor(command: string, words: string[], { cwd, env = {} }: Place) {
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(PARLEY_.*|DATABASE_URL(_FILE)?|REDIS_URL(_FILE)?|NATS_URL(_FILE)?|CI|NODE_OPTIONS|npm_.*)$/.test(name),
    );
    this.#pty = spawn(command, words, { ...size, cwd, env: { ...Object.fromEntries(inherited), TERM: 'xterm', ...env } });
    this.#pty.onData((data) => (this.raw += data));
    this.ended = new Promise((resolve) => this.#pty.onExit(({ exitCode }) => resolve(exitCode)));
    onTestFinished(() => this.#kill());
  }

  /** The lines it shows: what a later text of the same line replaced is left out. */
  get lines(): string[] {
    return this.raw.split('\r\n').map((line) => stripVTControlCharacters(line.split(lineStart).at(-1)!));
  }

  get text(): string {
    return this.lines.join('\n');
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  async shows(what: string | RegExp): Promise<void> {
    await vi.waitFor(
      () => {
        if (!(typeof what === 'string' ? this.text.includes(what) : what.test(this.text)))
          throw new Error(`The terminal never showed ${what}:\n${this.text}`);
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  #kill(): void {
    try {
      process.kill(this.#pty.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
