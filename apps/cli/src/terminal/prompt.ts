import { createInterface } from 'node:readline/promises';
import { Failure } from '../failures.ts';
import { interruption } from '../interruption.ts';
import { harmless } from '../watch/harmless.ts';
import { notes } from './streams.ts';

/** Asks for confirmation. Without a terminal there is nobody to ask; then `refusal` says what --yes would do. */
export async function confirm(question: string, yes: boolean | undefined, refusal = 'This cannot be undone'): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !notes.isTTY) throw new Failure('usage', refusal, 'confirm with --yes');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In raw mode Ctrl-C sends no signal.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await lines.question(`${harmless(question)} [y/N] `, { signal: interruption.signal });
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('error', 'Cancelled');
  } finally {
    lines.close();
  }
}
