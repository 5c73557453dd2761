import { expect, it } from 'vitest';
import { fullName } from '../src/report.ts';
import type { Result } from '../src/runner/run.ts';
import { hasty, usual, type Ours, type Store } from './servers.ts';
import { hold } from './suite.ts';

async function resultsOf(server: Ours, ...words: string[]): Promise<Result[]> {
  const { report, said } = await hold(server, ...words).finally(() => server.stop());
  if (!report) throw new Error(`The suite did not run:\n${said}`);
  return report.checks;
}

/** Runs the suite on one database; checks skipped there run on a second server with other settings. */
async function resultsOn(store: Store): Promise<Result[]> {
  const results = await resultsOf(await usual(store));
  const words = ['--only', 'a lock that is not renewed', '--only', 'after a human approved it'];
  const more = await resultsOf(await hasty(store), ...words);
  const instead = new Map(more.map((result) => [fullName(result), result]));
  return [
    ...results.map((result) => (result.status === 'skipped' ? (instead.get(fullName(result)) ?? result) : result)),
    ...more.filter(({ chapter, status }) => chapter === 'secrets' && status === 'broken'),
  ];
}

/** Runs the suite, which needs no Vitest, and reports each of its checks as a test. */
export async function reportOn(store: Store): Promise<void> {
  for (const result of await resultsOn(store)) {
    // oxlint-disable-next-line vitest/valid-title -- the suite has named it
    it(fullName(result), ({ skip }) => {
      if (result.status === 'skipped') skip(result.reason);
      expect(result.reason ?? result.status).toBe('kept');
    });
  }
}
