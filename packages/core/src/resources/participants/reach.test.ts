import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reach } from '../../index.ts';

const now = 1_800_000_000_000;
const ago = (ms: number) => now - ms;

describe('reach', () => {
  it.each([
    ['live', 'right after a request', { lastSeenAt: now }],
    ['live', 'until 60 seconds after the last request', { lastSeenAt: ago(59_999) }],
    ['away', '60 seconds after the last request', { lastSeenAt: ago(60_000) }],
    ['away', 'if nothing was ever measured', {}],
    ['live', 'rather than wakeable', { lastSeenAt: ago(1), wakeAnsweredAt: ago(1) }],
    ['wakeable', 'after 60 seconds, if the wake address answered', { lastSeenAt: ago(60_000), wakeAnsweredAt: ago(60_000) }],
    ['wakeable', 'until 24 hours after the wake address answered', { wakeAnsweredAt: ago(86_399_999) }],
    ['away', '24 hours after the wake address answered', { lastSeenAt: ago(86_400_000), wakeAnsweredAt: ago(86_400_000) }],
  ] as const)('is %s %s', (expected, _, trace) => expect(reach.reachOf(trace, now)).toBe(expected));

  const instant = fc.integer({ min: ago(2 * reach.wakeableMs), max: now + 1_000 });
  const trace = fc.record({ lastSeenAt: instant, wakeAnsweredAt: instant }, { requiredKeys: [] });

  it('changes by time exactly when it says that it will, and never becomes better by time', () => {
    const order = ['live', 'wakeable', 'away'];
    fc.assert(
      fc.property(trace, instant, fc.integer({ min: 1, max: 600_000 }), (trace, at, live) => {
        const before = reach.reachOf(trace, at, live);
        const until = reach.reachUntil(trace, at, live);
        expect([until === Infinity, until > at]).toEqual([before === 'away', true]);
        expect(reach.reachOf(trace, until - 1, live)).toBe(before);
        if (before !== 'away') expect(order.indexOf(reach.reachOf(trace, until, live))).toBeGreaterThan(order.indexOf(before));
      }),
    );
  });

  it('is not worse if the participant was seen, or its address answered, later', () => {
    const order = ['away', 'wakeable', 'live'];
    const score = (trace: reach.Trace) => order.indexOf(reach.reachOf(trace, now));
    const later = (at: number | undefined, ms: number) => (at ?? 0) + ms;
    fc.assert(
      fc.property(trace, fc.nat(), fc.nat(), (trace, seen, answered) => {
        const { lastSeenAt, wakeAnsweredAt } = trace;
        const next = { lastSeenAt: later(lastSeenAt, seen), wakeAnsweredAt: later(wakeAnsweredAt, answered) };
        expect(score(next)).toBeGreaterThanOrEqual(score(trace));
      }),
    );
  });

  it('shows callers when a participant was last seen to 30 seconds, never later than it was', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const shown = reach.seenAbout(at);
        expect([shown % 30_000, shown <= at, at - shown < 30_000]).toEqual([0, true, true]);
      }),
    );
  });
});
