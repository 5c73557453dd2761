import { apply, participant, space } from '@parley/core';
import { expect, it } from 'vitest';
import { hasSameContext } from './space.ts';

const state = space.create(
  { spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public', ttl: 60 },
  0,
);
const owner = state.participants.get('o')!;
const bob = participant.join(state, { participantId: 'b', keyHash: 'b', invitationId: 'i', name: 'Bob', speaker: 'guest' }, 10);
const both = apply(state, { participants: [bob] });

it('a context that differs only in keys is no news: nobody is told that a participant replaced its key', () => {
  const rotated = apply(both, { participants: [participant.rotateKey(bob, 'n'), participant.rotateKey(owner, 'm')] });
  expect(hasSameContext(both, rotated)).toBe(true);
});

it('any other change of a participant is news', () => {
  const others = [participant.mute(bob), participant.leave(bob, 1), { ...bob, name: 'Robert' }];
  for (const other of others) expect(hasSameContext(both, apply(both, { participants: [other] }))).toBe(false);
  expect(hasSameContext(state, both)).toBe(false);
  expect(hasSameContext(both, apply(both, { forgotten: { participants: [bob] } }))).toBe(false);
});
