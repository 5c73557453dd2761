import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  artifactChanged,
  isAlwaysPublic,
  isPublic,
  keyUsed,
  messageSent,
  participant as rules,
  visibilityOfCaller,
  space,
  spaceEnded,
  statusChanged,
  visibleIn,
  visibleTo,
  apply,
  newSpace,
  type Fact,
} from '../index.ts';
import { measuring } from '../given.fixture.ts';

const state = newSpace(
  { spaceId: 's', ownerId: 'owner', keyHash: 'owner-key', name: 'S', description: '', privacy: 'private', ttl: 60 },
  0,
);
const owner = state.participants.get('owner')!;
const waiting = rules.join(
  state,
  { participantId: 'bob', keyHash: 'bob-key', invitationId: 'i', name: 'Bob', speaker: 'guest' },
  9,
);
const revealed = rules.reveal(rules.approve(waiting));
const viewers = [owner, revealed];
const seen = (fact: Fact) => viewers.map((viewer) => visibleTo(fact, viewer));
const note = {
  artifactId: 'n',
  position: 0,
  name: 'N',
  version: 1,
  ...measuring(0),
  history: { versions: 0, bytes: 0 },
  createdBy: 'o',
  updatedBy: 'o',
  createdAt: 0,
  updatedAt: 0,
};

describe('a fact', () => {
  it('of a message, an artifact or the end of the space is for everyone', () => {
    const facts = [
      messageSent(state, owner, { id: 'm', content: 'hi', type: 'text' }),
      artifactChanged('created', note, 'owner', 0),
      spaceEnded(space.close(state.space, 1)),
    ];
    expect(facts.map(seen)).toEqual(facts.map(() => [true, true]));
    expect(facts.every(isPublic)).toBe(true);
    expect(facts.every(({ event }) => isAlwaysPublic(event))).toBe(true);
  });

  it('about a participant who is not revealed is only for the owner', () => {
    expect(seen(statusChanged(state, waiting, { actorId: 'bob' }))).toEqual([true, false]);
    expect(seen(statusChanged(state, rules.approve(waiting), { previousStatus: waiting.status, actorId: 'owner' }))).toEqual([
      true,
      false,
    ]);
  });

  it('about a participant has a content-dependent audience', () => {
    expect(isAlwaysPublic('participant-status')).toBe(false);
    expect(isPublic(statusChanged(state, revealed, { actorId: 'owner' }))).toBe(true);
  });

  it('of the first use of a key is news to everyone but the owner', () =>
    expect(seen(keyUsed(state, revealed))).toEqual([false, true]));

  it('is public exactly if it is visible to everyone', () => {
    const fact = fc.record({ revealed: fc.boolean(), isFirstUse: fc.boolean() }).map(({ revealed, isFirstUse }): Fact => {
      const used = keyUsed(state, { ...waiting, revealed: true });
      return isFirstUse ? used : statusChanged(state, { ...waiting, revealed }, { actorId: 'bob' });
    });
    fc.assert(fc.property(fact, (each) => seen(each).every(Boolean) === isPublic(each)));
  });
});

describe('the present state', () => {
  const present = apply(state, { participants: [waiting], artifacts: [note] });
  const namesFor = (caller: Parameters<typeof visibilityOfCaller>[1], of = present) => {
    const { participants, artifacts } = visibleIn(of, visibilityOfCaller(of, caller));
    return [participants.map(({ participantId }) => participantId), artifacts.length];
  };
  const invitation = { kind: 'invitation', invitation: { invitationId: 'i', keyHash: 'k', createdAt: 0, uses: 0 } } as const;

  it('shows waiting participants only to the owner', () => {
    expect(namesFor({ kind: 'participant', participant: owner })).toEqual([['owner', 'bob'], 1]);
    expect(namesFor({ kind: 'participant', participant: revealed })).toEqual([['owner'], 1]);
  });

  it('shows an invitation nothing of a private space, and the view of a guest of a public one', () => {
    expect(namesFor(invitation)).toEqual([[], 0]);
    const open = apply(present, { space: { ...present.space, privacy: 'public' } });
    expect(namesFor(invitation, open)).toEqual([['owner'], 1]);
  });
});
