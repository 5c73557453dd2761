import { expect, inject, it } from 'vitest';
import { fullName } from '../src/report.ts';
import { resultsOn } from './run-suite.ts';

// The suite runs without vitest; here each of its checks is reported as a test.
for (const result of await resultsOn(inject('store'))) {
  // oxlint-disable-next-line vitest/valid-title -- the suite has named it
  it(fullName(result), ({ skip }) => {
    if (result.status === 'skipped') skip(result.reason);
    expect(result.reason ?? result.status).toBe('kept');
  });
}
