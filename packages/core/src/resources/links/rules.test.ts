import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusOf, link, ServiceError } from '../../index.ts';
import type { Link } from './rules.ts';

const pending: Link = { status: 'pending', userId: undefined, expiresAt: 600_000, polledAt: undefined };
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
  it.each(['pending', 'denied', 'approved'] as const)('returns %s', (status) => {
    expect(link.poll({ ...pending, status }, 1, interval).status).toBe(status);
  });

  it.each(['pending', 'denied', 'approved'] as const)('410 for a %s one that has expired', (status) => {
    expect(statusOf(refusal(() => link.poll({ ...pending, status }, 600_000, interval)))).toBe(410);
  });

  it('410 once the token was collected, before and after the expiry', () => {
    for (const now of [1, 700_000]) {
      expect(statusOf(refusal(() => link.poll({ ...pending, status: 'consumed', polledAt: 0 }, now, interval)))).toBe(410);
    }
  });

  it('429 sooner than the interval after the last poll, with the time to wait', () => {
    const polled = { ...pending, polledAt: 10_000 };
    expect(refusal(() => link.poll(polled, 12_000, interval))).toMatchObject({
      code: 'slow_down',
      details: { retryAfter: 5 },
    });
    expect(link.poll(polled, 15_000, interval).status).toBe('pending');
  });

  it('is never too early without an interval', () => {
    for (const polledAt of [10_000, 15_000]) expect(link.poll({ ...pending, polledAt }, 10_000, 0).status).toBe('pending');
  });
});

describe('a user code', () => {
  it.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk '])('is read as typed by a human: %s', (typed) => {
    expect(link.readCode(typed)).toBe('BCDFGHJK');
  });

  it.each(['', 'BCDFGHJ', 'BCDFGHJKL', 'BCDF-GHJ0', 'BCDFGHJI', 'ÄCDFGHJK'])('is not %s', (typed) => {
    expect(link.readCode(typed)).toBeUndefined();
  });

  it('has no look-alikes', () => {
    for (const letter of 'AEIOU01Y') expect(link.codeAlphabet).not.toContain(letter);
  });
});

describe('a human', () => {
  it('sees an open request, and 404 for all others', () => {
    expect(link.open(pending, 1)).toBe(pending);
    expect(statusOf(refusal(() => link.open(undefined, 1)))).toBe(404);
    expect(statusOf(refusal(() => link.open(pending, 600_000)))).toBe(404);
    for (const status of ['approved', 'denied', 'consumed'] as const)
      expect(statusOf(refusal(() => link.open({ ...pending, status }, 1)))).toBe(404);
  });

  it('decides a request once, before it expires', () => {
    for (const decision of ['approved', 'denied'] as const) {
      expect(link.decide(pending, decision, 'maya', 1)).toEqual({ ...pending, status: decision, userId: 'maya' });
      expect(statusOf(refusal(() => link.decide(pending, decision, 'maya', 600_000)))).toBe(404);
      expect(statusOf(refusal(() => link.decide(undefined, decision, 'maya', 1)))).toBe(404);
    }
    const approved = link.decide(pending, 'approved', 'maya', 1);
    expect(statusOf(refusal(() => link.decide(approved, 'denied', 'maya', 2)))).toBe(409);
    expect(statusOf(refusal(() => link.decide(approved, 'approved', 'lin', 2)))).toBe(409);
    expect(statusOf(refusal(() => link.decide(approved, 'approved', 'maya', 600_000)))).toBe(404);
  });

  it('can repeat the decision without effect, even after the agent has its token', () => {
    const [approved, denied] = (['approved', 'denied'] as const).map((decision) => link.decide(pending, decision, 'maya', 1));
    const consumed = { ...approved!, status: 'consumed' } as const;
    for (const same of [approved!, consumed]) expect(link.decide(same, 'approved', 'maya', 2)).toBe(same);
    expect(link.decide(denied, 'denied', 'maya', 2)).toBe(denied);
  });

  it('withdraws approved requests, and no others', () => {
    expect(link.withdraw({ ...pending, status: 'approved' }).status).toBe('denied');
    for (const status of ['pending', 'denied', 'consumed'] as const)
      expect(link.withdraw({ ...pending, status }).status).toBe(status);
  });
});

describe('in any order of actions by humans and agents', () => {
  const step = fc.record({
    afterMs: fc.oneof(fc.constantFrom(0, 1, 3_999, 4_000), fc.integer({ min: 0, max: 120_000 })),
    what: fc.oneof(
      fc.constantFrom('poll', 'withdraw'),
      fc.tuple(fc.constantFrom('approved', 'denied'), fc.constantFrom('maya', 'lin')),
    ),
  });
  /** The table of the specification, and withdrawing an approval. */
  const edges = ['pending approved', 'pending denied', 'approved consumed', 'approved denied'];

  it('a token is handed out at most once, for a request that one human approved, in time and not too fast', () => {
    const run = (intervalMs: number) =>
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let [now, present, tokens] = [0, pending, 0];
        let decided: string | undefined;
        let answeredAt = -Infinity;
        for (const { afterMs, what } of steps) {
          now += afterMs;
          const before: Link = present;
          try {
            if (what === 'withdraw') {
              present = link.withdraw(present);
              if (present !== before) decided = `denied,${present.userId}`;
            } else if (what === 'poll') {
              const { status, next } = link.poll(present, now, intervalMs);
              expect(now - answeredAt).toBeGreaterThanOrEqual(intervalMs && intervalMs - 1_000);
              answeredAt = now;
              expect(now).toBeLessThan(pending.expiresAt);
              if (status === 'approved') tokens += 1;
              present = next;
            } else {
              const [decision, userId] = what;
              present = link.decide(present, decision, userId, now);
              expect(now).toBeLessThan(pending.expiresAt);
              expect((decided ??= what.join())).toBe(what.join());
            }
          } catch (error) {
            if (!(error instanceof ServiceError)) throw error;
            expect([404, 409, 410, 429]).toContain(statusOf(error));
            expect(present).toBe(before);
          }
          if (present.status !== before.status) expect(edges).toContain(`${before.status} ${present.status}`);
          expect(tokens).toBe(present.status === 'consumed' ? 1 : 0);
          const [verdict = 'pending', userId] = decided?.split(',') ?? [];
          expect([present.status === 'consumed' ? 'approved' : present.status, present.userId]).toEqual([verdict, userId]);
        }
      });
    for (const intervalMs of [interval, 0]) fc.assert(run(intervalMs), { numRuns: 1_000 });
  });
});
