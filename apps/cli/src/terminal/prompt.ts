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
export const agrees = async (question: string): Promise<boolean> => /^y(es)?$/i.test(await asked(`${question} [y/N] `));

/** What is typed after a prompt, in a terminal; empty at the end of the input. */
export async function asked(prompt: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In raw mode Ctrl-C sends no signal.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const typed = lines.question(harmless(prompt), { signal: interruption.signal });
    return (await Promise.race([typed, ended])).trim();
  } finally {
    lines.close();
  }
}
