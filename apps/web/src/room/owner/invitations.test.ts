import { expect, test } from 'vitest';
import { timesOf, usesOf } from './invitations.tsx';

const now = Date.parse('2026-01-31T12:00:00.000Z');
const createdAt = '2026-01-31T11:00:00.000Z';

test('uses are counted against their limit, if there is one', () => {
  expect([usesOf({ uses: 1 }), usesOf({ uses: 0 }), usesOf({ uses: 2, maxUses: 5 }), usesOf({ uses: 0, maxUses: 1 })]).toEqual([
    '1 use',
    '0 uses',
    '2 of 5 uses',
    '0 of 1 use',
  ]);
});

test('how long an invitation works is said while it does', () => {
  const expiresAt = '2026-01-31T14:00:00.000Z';
  expect(timesOf({ createdAt, state: 'active' }, now)).toBe('Created 1 hour ago');
  expect(timesOf({ createdAt, expiresAt, state: 'active' }, now)).toBe('Created 1 hour ago, works for 2 more hours');
  expect(timesOf({ createdAt, expiresAt, state: 'revoked' }, now)).toBe('Created 1 hour ago');
});
