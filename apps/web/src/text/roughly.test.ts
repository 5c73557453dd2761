import { expect, test } from 'vitest';
import { more, roughly } from './roughly.ts';

test.each([
  [0, 'less than a minute'],
  [20, 'less than a minute'],
  [60, '1 minute'],
  [150, '3 minutes'],
  [1_800, '30 minutes'],
  [3_590, '1 hour'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 days'],
])('%i seconds are roughly %s', (seconds, words) => expect(roughly(seconds)).toBe(words));

test.each([
  [20, 'less than a minute'],
  [3_600, '1 more hour'],
  [172_800, '2 more days'],
])('%i seconds that are left are %s', (seconds, words) => expect(more(seconds)).toBe(words));
