import { expect, test } from 'vitest';
import { timeoutMsOf } from './timeout.ts';

test.each([
  [undefined, 2_000],
  ['', 2_000],
  ['soon', 2_000],
  ['3', 3_000],
  ['0.01', 100],
  ['-5', 100],
  ['600', 60_000],
  ['1e300', 60_000],
  ['Infinity', 60_000],
])('a hook with PARLEY_HOOK_TIMEOUT=%s waits for %d ms', (seconds, ms) => {
  expect(timeoutMsOf({ PARLEY_HOOK_TIMEOUT: seconds })).toBe(ms);
});
