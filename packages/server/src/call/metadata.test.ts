import { describe, expect, it } from 'vitest';
import { credentialOf } from '../engine/keys/keys.ts';
import { credentialIn, shownIn } from './metadata.ts';

describe('the key of a request', () => {
  it('comes from the header, otherwise from the URL if allowed there', () => {
    expect(credentialIn({ 'x-private-key': 'a' }, 'b')).toEqual(credentialOf('a', 'the header X-Private-Key'));
    expect(credentialIn({}, 'b')).toEqual(credentialOf('b', 'the URL'));
  });

  it('is a bearer token if there is no other, unless that is a session or a user token', () => {
    expect(credentialIn({ authorization: 'bearer  a ' })).toEqual(credentialOf('a', 'the header Authorization'));
    expect(credentialIn({ authorization: 'Bearer a', 'x-private-key': 'b' })).toMatchObject({ key: 'b' });
    expect(credentialIn({ authorization: 'Bearer a', 'x-private-key': '' })).toBeUndefined();
    expect(credentialIn({ authorization: 'Bearer a' }, 'b')).toMatchObject({ key: 'b' });
    for (const other of ['Bearer h.p.s', 'Bearer h.p.', 'Bearer usr_t', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'a'])
      expect(credentialIn({ authorization: other }), other).toBeUndefined();
  });

  it('is absent if there is none, or no text', () => {
    for (const key of ['', undefined, 5, ['a']]) expect(credentialIn({}, key)).toBeUndefined();
    expect(credentialIn({ 'x-private-key': '' })).toBeUndefined();
  });

  it('has at most 512 characters', () => {
    expect(credentialIn({ 'x-private-key': 'x'.repeat(100_000) })).toMatchObject({ key: 'x'.repeat(512) });
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
