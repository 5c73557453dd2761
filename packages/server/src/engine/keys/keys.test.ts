import { createHmac } from 'node:crypto';
import { newSpace, participant } from '@parley/core';
import { expect, it } from 'vitest';
import { keyOf, mintFrom } from './keys.ts';

const secret = 'a secret of at least thirty-two bytes';
const mint = mintFrom(secret);
const key = mint.key('participant', 's', 'o');
const made = { spaceId: 's', ownerId: 'o', keyHash: key.hash, name: '', description: '', privacy: 'public', ttl: 1 } as const;
const owner = newSpace(made, 0).participants.get('o')!;

it('deriving the key of a participant again gives the same key', () => expect(keyOf(owner, 's', mint)).toBe(key.key));

it('each generation of a key is another key, and the first is that of releases without generations', () => {
  const keys = [0, 1, 2, 10].map((generation) => mint.key('participant', 's', 'o', generation).key);
  expect(new Set(keys).size).toBe(4);
  expect(keys[0]).toBe(key.key);
  expect(key.key).toBe(createHmac('sha256', secret).update('parley key 1\nparticipant\ns\no').digest('hex'));
  const next = mint.key('participant', 's', 'o', 1);
  expect(keyOf(participant.rotateKey(owner, next.hash), 's', mint)).toBe(next.key);
});

it('503 instead of a key that opens nothing, when the secret has changed', () => {
  const other = mintFrom('another secret of at least thirty-two bytes');
  expect(() => keyOf(owner, 's', other)).toThrow(expect.objectContaining({ code: 'unavailable' }));
});
