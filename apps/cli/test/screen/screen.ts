import { spawn, type IPty } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { onTestFinished, vi } from 'vitest';

export interface Size {
  cols: number;
  rows: number;
}

export interface ScreenOptions {
  env: NodeJS.ProcessEnv;
  size?: Size;
  cwd?: string;
}

/** A bash that reads no files of its user. */
export const bash = ['bash', '--noprofile', '--norc', '-i'];

const patience = { timeout: 60_000, interval: 20 };

/** A command in a terminal, and what the terminal shows. */
export class Screen {
  readonly ended: Promise<number>;
  readonly #pty: IPty;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  #timesFilled = 0;

  constructor([file, ...words]: string[], { env, size = { cols: 80, rows: 20 }, cwd }: ScreenOptions) {
    this.#terminal = new xterm.Terminal({ ...size, allowProposedApi: true });
    this.#terminal.buffer.onBufferChange(({ type }) => (this.#timesFilled += Number(type === 'alternate')));
    this.#pty = spawn(file!, words, { ...size, env: { ...env, TERM: 'xterm-256color' }, ...(cwd && { cwd }) });
    this.#pty.onData((data) => this.#terminal.write(data));
    this.ended = new Promise((resolve) => this.#pty.onExit(({ exitCode }) => this.#terminal.write('', () => resolve(exitCode))));
    onTestFinished(() => this.signal('SIGKILL'));
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    try {
      process.kill(this.#pty.pid, name);
    } catch {
      // It is gone already.
    }
  }

  /** The window is closed, or the line to it is lost. */
  hangUp(): void {
    // Its types leave out what it says it does.
    (this.#pty as IPty & { destroy(): void }).destroy();
  }

  get isRunning(): boolean {
    try {
      return process.kill(this.#pty.pid, 0);
    } catch {
      return false;
    }
  }

  resize({ cols, rows }: Size): void {
    this.#terminal.resize(cols, rows);
    this.#pty.resize(cols, rows);
  }

  /** What the terminal shows, row by row. */
  get rows(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from(
      { length: this.#terminal.rows },
      (_, row) =>
        active
          .getLine(active.baseY + row)
          ?.translateToString()
          .trimEnd() ?? '',
    );
  }

  /** What it shows, with rows that the terminal wrapped as one line. */
  get whole(): string[] {
    const { active } = this.#terminal.buffer;
    return this.rows.reduce<string[]>((lines, row, i) => {
      if (active.getLine(active.baseY + i)?.isWrapped) lines.push(lines.pop()! + row);
      else lines.push(row);
      return lines;
    }, []);
  }

  get text(): string {
    return this.rows.join('\n');
  }

  /** Whether anything on the screen has a colour of its own. */
  get usesColours(): boolean {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, row) => active.getLine(active.baseY + row)!).some((line) =>
      Array.from({ length: line.length }, (_, column) => line.getCell(column)!).some((cell) => !cell.isFgDefault()),
    );
  }

  get cursor(): { x: number; y: number } {
    const { cursorX: x, cursorY: y } = this.#terminal.buffer.active;
    return { x, y };
  }

  /** Whether a program has the whole screen. */
  get fillsScreen(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /** How often a program has taken the whole screen. */
  get timesFilled(): number {
    return this.#timesFilled;
  }

  /** Whether the terminal is as it was before: no screen of its own, no paste marks. */
  get isRestored(): boolean {
    return !this.fillsScreen && !this.#terminal.modes.bracketedPasteMode && this.#terminal.modes.wraparoundMode;
  }

  async sees(what: string | RegExp): Promise<void> {
    await this.until(() => (typeof what === 'string' ? this.text.includes(what) : what.test(this.text)), `sees ${what}`);
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    await vi.waitFor(() => {
      // What is drawn at once can arrive in pieces.
      if (this.#terminal.modes.synchronizedOutputMode || !holds())
        throw new Error(`A terminal never ${what}; it shows:\n${this.text}`);
    }, patience);
  }
}
