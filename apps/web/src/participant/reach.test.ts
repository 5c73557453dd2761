import { expect, test } from 'vitest';
import { reachInWords } from './reach.ts';

const now = Date.parse('2026-01-31T12:00:00.000Z');
const lastSeenAt = '2026-01-31T11:30:00.000Z';

test('who is away was seen some time ago, if that is known', () => {
  expect(reachInWords({ reach: 'live', lastSeenAt }, now)).toBe('here now');
  expect(reachInWords({ reach: 'wakeable', lastSeenAt }, now)).toBe('away, can be woken');
  expect(reachInWords({ reach: 'away', lastSeenAt }, now)).toBe('away, seen 30 minutes ago');
  expect(reachInWords({ reach: 'away' }, now)).toBe('away');
});
