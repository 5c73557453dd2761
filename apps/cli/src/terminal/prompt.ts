import { createInterface } from 'node:readline/promises';
import { Failure } from '../failure.ts';
import { interruption } from '../interruption.ts';
import { harmless } from '../watch/harmless.ts';
import { notes } from './streams.ts';

/** Asks for confirmation. Without a terminal there is nobody to ask; then `refusal` says what --yes would do. */
export async function confirm(question: string, yes: boolean | undefined, refusal = 'This cannot be undone'): Promise<void> {
  if (yes) return;
  if (!isAnybodyThere()) throw new Failure('usage', refusal, 'confirm with --yes');
  if (!(await agrees(question))) throw new Failure('error', 'Cancelled');
}

/** Whether there is a terminal to ask in. */
export const isAnybodyThere = (): boolean => Boolean(process.stdin.isTTY && notes.isTTY);

/** The answer to a question, in a terminal. */
export async function agrees(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In raw mode Ctrl-C sends no signal.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await lines.question(`${harmless(question)} [y/N] `, { signal: interruption.signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
