import { describe, expect, test } from 'vitest';
import { claimIn, policyRefusal, type SignOnPolicy } from './sign-on-policy.ts';

const open: SignOnPolicy = { domains: undefined, claim: undefined, signUp: true };
const ada = { email: 'ada@example.org', isVerified: true, claims: {}, isKnown: async () => false };

test('without settings everybody may sign in, also without an address', async () => {
  expect(await policyRefusal(open, { ...ada, email: undefined, isVerified: false })).toBeUndefined();
});

describe('allowed domains', () => {
  const policy = { ...open, domains: ['example.org', 'other.example'] };
  test.each([
    ['ada@example.org', true, undefined],
    ['ada@EXAMPLE.org', true, undefined],
    ['ada@other.example', true, undefined],
    ['ada@sub.example.org', true, 'domain'],
    ['ada@notexample.org', true, 'domain'],
    ['ada@example.org.evil.example', true, 'domain'],
    ['"ada@example.org"@evil.example', true, 'domain'],
    ['example.org', true, 'address'],
    ['ada@example.org', false, 'address'],
    ['', true, 'address'],
    [undefined, true, 'address'],
  ])('%s, verified: %s', async (email, isVerified, refusal) => {
    expect(await policyRefusal(policy, { ...ada, email, isVerified })).toBe(refusal);
  });
});

describe('a required claim', () => {
  const policy = { ...open, claim: { name: 'groups', value: 'staff' } };
  test.each([
    [{ groups: 'staff' }, undefined],
    [{ groups: ['guests', 'staff'] }, undefined],
    [{ groups: ['Staff'] }, 'claim'],
    [{ groups: 'staff guests' }, 'claim'],
    [{ groups: ['staffing'] }, 'claim'],
    [{ groups: { staff: true } }, 'claim'],
    [{ groups: [['staff']] }, 'claim'],
    [{ groups: null }, 'claim'],
    [{ constructor: 'staff' }, 'claim'],
    [{}, 'claim'],
  ])('in %j', async (claims, refusal) => {
    expect(await policyRefusal(policy, { ...ada, claims })).toBe(refusal);
  });

  test('can be true, a number or nested, and a claim with dots in its name comes first', async () => {
    expect(
      await policyRefusal({ ...open, claim: { name: 'staff', value: 'true' } }, { ...ada, claims: { staff: true } }),
    ).toBeUndefined();
    const claims = { realm: { roles: ['parley'] }, 'https://example.org/groups': 'staff', 'realm.roles.x': 'y' };
    expect(claimIn(claims, 'realm.roles')).toEqual(['parley']);
    expect(claimIn(claims, 'https://example.org/groups')).toBe('staff');
    expect(claimIn(claims, 'realm.roles.x')).toBe('y');
    for (const name of ['realm.roles.length', 'toString', 'realm.constructor', '__proto__', ''])
      expect(claimIn(claims, name)).toBeUndefined();
  });
});

test('without sign-up only those who were here before may come', async () => {
  const policy = { ...open, signUp: false };
  expect(await policyRefusal(policy, ada)).toBe('newcomer');
  expect(await policyRefusal(policy, { ...ada, isKnown: async () => true })).toBeUndefined();
});
