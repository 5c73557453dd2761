import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Wanted } from './arguments.ts';
import { chapters } from './chapters.ts';
import { reportOf, type Report } from './report.ts';
import { chosen, run, type Result } from './runner/run.ts';
import { aim, servedBy } from './target.ts';
import { redacted, remember } from './wire/secrets.ts';

const limitMs = 150_000;

/** Loads the wanted checks for the server; the function that it returns runs them. */
export async function loaded(
  { url, approve: command, specOnly, patienceSeconds, ...wanted }: Wanted,
  sessions: string[],
  tell: (result: Result) => void,
): Promise<() => Promise<Report>> {
  for (const session of sessions) remember('a dashboard session', session);
  const approve = command === undefined ? undefined : (address: string) => approveBy(command, address);
  aim({ url, served: await servedBy(url), sessions, specOnly, patienceSeconds, approve });
  const chosenChecks = await chosen(chapters({ ...wanted, specOnly }), { ...wanted, specOnly });
  const wishes = { parallel: wanted.parallel, limitMs: limitMs + 1000 * patienceSeconds, tell };
  return async () => reportOf(url, (await run(chosenChecks, wishes)).map(told));
}

async function approveBy(command: string, address: string): Promise<void> {
  const [program, ...words] = command.split(' ');
  await promisify(execFile)(program!, [...words, address], { timeout: 60_000 });
}

const told = (result: Result): Result => (result.reason === undefined ? result : { ...result, reason: redacted(result.reason) });
