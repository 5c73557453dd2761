import { createInterface } from 'node:readline/promises';
import { Failure } from '../failures.ts';
import { interruption } from '../interruption.ts';

/** Asks before something that cannot be undone; nobody to ask is a no. */
export async function confirm(question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new Failure('usage', 'This cannot be undone', 'say --yes to do it');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Raw input hides Ctrl-C from the process.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: interruption.signal });
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('error', 'Nothing was done');
  } finally {
    lines.close();
  }
}
