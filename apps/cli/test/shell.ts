import { spawn, type IPty } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { main, type Machine } from './machine.ts';

/** How each shell starts without the settings of its user, and gets the completion. */
const shells = {
  bash: { options: ['--norc', '--noprofile'], sourcing: 'source <(parley completion bash)' },
  zsh: { options: ['-f'], sourcing: 'source <(parley completion zsh)' },
  fish: { options: ['--no-config'], sourcing: 'parley completion fish | source' },
};

export type ShellName = keyof typeof shells;

export function hasShell(name: ShellName): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A shell in a terminal, in which `parley` is the built command. */
export class Shell {
  readonly #pty: IPty;
  readonly #terminal = new xterm.Terminal({ cols: 120, rows: 40, allowProposedApi: true });

  constructor(pty: IPty) {
    this.#pty = pty;
    pty.onData((data) => this.#terminal.write(data));
    // Fish asks the terminal what it is and waits for the answer.
    this.#terminal.onData((answer) => pty.write(answer));
    onTestFinished(() => pty.kill('SIGKILL'));
  }

  /** Starts it and sources the completion twice. */
  static async start(name: ShellName, { folder, env }: Machine): Promise<Shell> {
    const bin = join(folder, 'bin');
    await mkdir(bin, { recursive: true });
    // A person who gets nothing in time presses the key again; here it is asked again, because a second Tab would do something else.
    const again = `for i in 1 2 3 4 5; do offers=$(run "$@"); [ -n "$offers" ] && break; done; printf '%s\\n' "$offers"`;
    await writeFile(
      join(bin, 'parley'),
      `#!/bin/sh\nrun() { "${process.execPath}" "${main}" "$@"; }\nif [ "$1" = complete ]; then ${again}; else run "$@"; fi\n`,
    );
    await chmod(join(bin, 'parley'), 0o755);
    const { options, sourcing } = shells[name];
    const own = { ...env, PATH: `${bin}:${env['PATH']}`, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' };
    const shell = new Shell(spawn(name, options, { cols: 120, rows: 40, cwd: folder, env: own }));
    shell.type(`${sourcing}; ${sourcing}; echo rea""dy\r`);
    await shell.shows(/^ready$/m);
    return shell;
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  get text(): string {
    const { active } = this.#terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString().trimEnd() ?? '');
    return rows.join('\n').trimEnd();
  }

  async shows(what: RegExp): Promise<void> {
    const look = () => {
      if (!what.test(this.text)) throw new Error(`It never showed ${what}, but:\n${this.text}`);
    };
    await vi.waitFor(look, { timeout: 60_000, interval: 20 });
  }
}
