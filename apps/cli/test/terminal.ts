import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { main, type Machine } from './machine.ts';

/** Runs a command in a terminal of its own. */
export function atTerminal(
  { env, folder }: Machine,
  words: string[],
  seen: (shown: string, type: (text: string) => void) => void,
  cols = 100,
) {
  const pty = spawn(process.execPath, [main, ...words], {
    cols,
    rows: 30,
    cwd: folder,
    env: { ...env, TERM: 'xterm-256color' },
  });
  let shown = '';
  pty.onData((text) => seen((shown += text), (typed) => pty.write(typed)));
  onTestFinished(() => {
    try {
      process.kill(pty.pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  });
  return new Promise<{ code: number; shown: string }>((resolve) =>
    pty.onExit(({ exitCode }) => setImmediate(() => resolve({ code: exitCode, shown }))),
  );
}

/** Acts once, when the awaited text appears. */
export function at(awaited: RegExp, then: (found: RegExpExecArray, type: (text: string) => void) => void) {
  let isDone = false;
  return (shown: string, type: (text: string) => void) => {
    const found = isDone ? undefined : awaited.exec(shown);
    isDone ||= Boolean(found);
    if (found) then(found, type);
  };
}

export const typing = (text: string) => (_: unknown, type: (text: string) => void) => type(text);
