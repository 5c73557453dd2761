import { describe, expect, it } from 'vitest';
import { webhook } from '../../index.ts';

const day = 86_400_000;

describe('a subscription lasts', () => {
  it.each([
    ['an hour by default', undefined, 3_600_000],
    ['seven days if it asks for no end', null, 7 * day],
    ['as long as it asks for', 2 * day, 2 * day],
    ['seven days at most', 100 * day, 7 * day],
    ['a minute at least', 0, 60_000],
  ])('%s', (_, suggested, granted) => expect(webhook.grantedMs(suggested)).toBe(granted));
});

describe('a secret', () => {
  /** Of bytes that are 0. */
  const secretOf = (length: number) => `whsec_${'AAAA'.repeat(Math.floor(length / 3))}${['', 'AA==', 'AAA='][length % 3]}`;

  it('has 24 to 64 bytes', () => {
    const lengths = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(lengths.filter((length) => webhook.isSecret(secretOf(length)))).toEqual(lengths.slice(23, 64));
  });

  it.each(['', 'whsec_', secretOf(32).slice(6), secretOf(32).replace('=', ''), `${secretOf(33)}\n`, `whsec_${'-'.repeat(44)}`])(
    '%j is none',
    (text) => expect(webhook.isSecret(text)).toBe(false),
  );
});

it.each([
  [undefined, 'again'],
  [500, 'again'],
  [503, 'again'],
  [429, 'again'],
  [425, 'again'],
  [400, 'sometimes'],
  [401, 'sometimes'],
  [302, 'sometimes'],
  [413, 'never'],
  [410, 'never'],
] as const)('an event that is answered with %s is tried %s', (status, verdict) => {
  expect(webhook.verdictOn(status)).toBe(verdict);
});
