import { expect, it } from 'vitest';
import { answerFaults } from './answers.ts';
import type { Attempt } from './history.ts';

const attempt = (status: number | undefined, more: Partial<Attempt> = {}): Attempt => ({
  ...{ operation: 'sendMessage', server: 0, at: 9, ms: 5, status, why: 'x', saysWhen: true },
  ...more,
});

it.each<[string, Attempt[], string[]]>([
  ['answers that are allowed', [attempt(200), attempt(423), attempt(503)], []],
  ['what is not allowed, with its count', [attempt(500), attempt(500)], ['sendMessage was answered with 500 x, 2 times']],
  ['a refusal for a time that is not said', [attempt(503, { saysWhen: false })], ['refused (x) without Retry-After, 1 times']],
  ['a late answer', [attempt(200, { ms: 16_000 })], ['sendMessage was answered after more than 15 s, 1 times']],
  [
    'no answer',
    [attempt(undefined), attempt(0)],
    ['sendMessage was not answered, 1 times', 'sendMessage was cut off: x, 1 times'],
  ],
])('judges %s', (_, attempts, faults) =>
  expect(answerFaults(attempts, { statuses: [423, 503], patienceMs: 15_000 })).toEqual(
    faults.map((fault) => expect.stringContaining(fault)),
  ),
);

it('a connection to a harmed server can break', () =>
  expect(answerFaults([attempt(0)], { statuses: [], breaks: true })).toEqual([]));
