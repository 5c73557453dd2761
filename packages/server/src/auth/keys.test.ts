import { space } from '@parley/core';
import { expect, it } from 'vitest';
import { keyOf, mintFrom } from './keys.ts';

const mint = mintFrom('a secret of at least thirty-two bytes');
const key = mint.key('participant', 's', 'o');
const made = { spaceId: 's', ownerId: 'o', keyHash: key.hash, name: '', description: '', privacy: 'public', ttl: 1 } as const;
const owner = space.create(made, 0).participants.get('o')!;

it('deriving the key of a participant again gives the same key', () => expect(keyOf(owner, 's', mint)).toBe(key.key));

it('503 instead of a key that opens nothing, when the secret has changed', () => {
  const other = mintFrom('another secret of at least thirty-two bytes');
  expect(() => keyOf(owner, 's', other)).toThrow(expect.objectContaining({ code: 'unavailable', status: 503 }));
});
