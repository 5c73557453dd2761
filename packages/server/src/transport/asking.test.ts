import { describe, expect, it } from 'vitest';
import { credentialOf } from '../auth/keys.ts';
import { credentialIn, shownIn } from './asking.ts';

describe('the key of a request', () => {
  it('comes from the header, otherwise from the URL if allowed there', () => {
    expect(credentialIn({ 'x-private-key': 'a' }, 'b')).toEqual(credentialOf('a'));
    expect(credentialIn({}, 'b')).toEqual(credentialOf('b'));
    expect(credentialIn({ 'x-private-key': ['a', 'b'] })).toEqual(credentialOf('a'));
  });

  it('is absent if there is none, or no text', () => {
    for (const key of ['', undefined, 5, ['a']]) expect(credentialIn({}, key)).toBeUndefined();
    expect(credentialIn({ 'x-private-key': '' })).toBeUndefined();
  });

  it('has at most 512 characters', () => {
    expect(credentialIn({ 'x-private-key': 'x'.repeat(100_000) })).toEqual(credentialOf('x'.repeat(512)));
  });
});

it('other credentials and the Idempotency-Key are read from their headers', () => {
  const headers = {
    authorization: 'Bearer j',
    'x-user-token': 'usr_t',
    'idempotency-key': 'k',
    cookie: 'c',
    prefer: 'return=minimal',
  };
  expect(shownIn(headers)).toEqual({ authorization: 'Bearer j', userToken: 'usr_t', idempotencyKey: 'k', prefersMinimal: true });
});

it.each([
  ['return=minimal, return=representation', true],
  ['return=representation, return=minimal', false],
])('of two preferences the first counts: %s', (prefer, isMinimal) => expect(shownIn({ prefer }).prefersMinimal).toBe(isMinimal));
