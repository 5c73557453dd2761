import { describe, expect, it } from 'vitest';
import { link, type ServiceError } from '../src/index.ts';

const pending = { status: 'pending', expiresAt: 600_000, polledAt: undefined } as const;
const interval = link.pollIntervalSeconds * 1000;
const refusal = (work: () => unknown): ServiceError => {
  try {
    work();
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('was not refused');
};

describe('a poll of a link request', () => {
  it.each(['pending', 'denied', 'approved'] as const)('says %s', (status) => {
    expect(link.poll({ ...pending, status }, 1, interval)).toBe(status);
  });

  it.each(['pending', 'denied', 'approved'] as const)('410 for a %s one that expired', (status) => {
    expect(refusal(() => link.poll({ ...pending, status }, 600_000, interval)).status).toBe(410);
  });

  it('410 for one whose token was handed out, before and after it expires', () => {
    for (const now of [1, 700_000]) {
      expect(refusal(() => link.poll({ ...pending, status: 'consumed', polledAt: 0 }, now, interval)).status).toBe(410);
    }
  });

  it('429 sooner than the interval after the last one, and says when to come again', () => {
    const polled = { ...pending, polledAt: 10_000 };
    expect(refusal(() => link.poll(polled, 12_000, interval))).toMatchObject({
      status: 429,
      code: 'slow_down',
      details: { retryAfter: 5 },
    });
    expect(link.poll(polled, 15_000, interval)).toBe('pending');
  });

  it('is never too early where no interval is kept', () => {
    for (const polledAt of [10_000, 15_000]) expect(link.poll({ ...pending, polledAt }, 10_000, 0)).toBe('pending');
  });
});

describe('a user code', () => {
  it.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk '])('is read as a human types it: %s', (typed) => {
    expect(link.readCode(typed)).toBe('BCDFGHJK');
  });

  it.each(['', 'BCDFGHJ', 'BCDFGHJKL', 'BCDF-GHJ0', 'BCDFGHJI', 'ÄCDFGHJK'])('is not %s', (typed) => {
    expect(link.readCode(typed)).toBeUndefined();
  });

  it('has no look-alikes', () => {
    for (const letter of 'AEIOU01Y') expect(link.codeAlphabet).not.toContain(letter);
  });
});

it('a human decides on a request once and in time', () => {
  expect(link.isOpen(pending, 1)).toBe(true);
  expect(link.isOpen(pending, 600_000)).toBe(false);
  expect(link.isOpen({ ...pending, status: 'denied' }, 1)).toBe(false);
});
