import { startCitus } from '@parley/testing';
import { expect, inject, it } from 'vitest';
import { fullName } from '../src/report.ts';
import type { Result } from '../src/runner/run.ts';
import { resultsOn } from './run-suite.ts';

/** On a cluster of its own, or why there is none. */
async function onCitus(): Promise<Result[] | string> {
  const cluster = await startCitus();
  return typeof cluster === 'string' ? cluster : resultsOn(cluster).finally(() => cluster.stop());
}

const store = inject('store');
const results = await (store === 'citus' ? onCitus() : resultsOn(store));

if (typeof results === 'string') {
  console.warn(`SKIPPED: the conformance suite on Citus, because ${results}`);
  it('the suite on Citus', ({ skip }) => {
    expect(results).not.toBe('');
    skip(results);
  });
} else {
  // The suite runs without vitest; here each of its checks is reported as a test.
  for (const result of results) {
    // oxlint-disable-next-line vitest/valid-title -- the suite has named it
    it(fullName(result), ({ skip }) => {
      if (result.status === 'skipped') skip(result.reason);
      expect(result.reason ?? result.status).toBe('kept');
    });
  }
}
