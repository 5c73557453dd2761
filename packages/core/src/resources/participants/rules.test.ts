import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, participant, rememberedKeys, type Participant, type ParticipantStatus } from '../../index.ts';
import { aJoiner, aSpace, ownerOf, refusalOf, withParticipants } from '../../given.fixture.ts';

const statuses: ParticipantStatus[] = ['waitingForApproval', 'active', 'muted', 'left', 'kicked'];
const rules = {
  approve: participant.approve,
  mute: participant.mute,
  unmute: participant.unmute,
  kick: (who: Participant) => participant.kick(who, 5),
  leave: (who: Participant) => participant.leave(who, 5),
};

/** The transitions of the specification; everything else is a conflict. */
const table: Record<keyof typeof rules, Partial<Record<ParticipantStatus, ParticipantStatus>>> = {
  approve: { waitingForApproval: 'active' },
  mute: { active: 'muted' },
  unmute: { muted: 'active' },
  kick: { waitingForApproval: 'kicked', active: 'kicked', muted: 'kicked' },
  leave: { active: 'left', muted: 'left' },
};

describe('a participant', () => {
  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, (who: Participant) => Participant][]) {
    for (const status of statuses) {
      const next = table[name][status];
      const who = { ...aJoiner(aSpace(), 'bob'), status };
      if (next) it(`becomes ${next} by ${name} when ${status}`, () => expect(rule(who).status).toBe(next));
      else it(`409 for ${name} when ${status}`, () => expect(refusalOf(() => rule(who))).toBe('status_conflict'));
    }
    it(`409 for ${name} of the owner`, () => expect(refusalOf(() => rule(ownerOf(aSpace())))).toBe('owner_protected'));
  }

  it('is refused in words that name its status and the action', () => {
    const who = { ...aJoiner(aSpace(), 'bob'), status: 'active' as const };
    expect(() => rules.approve(who)).toThrow('The participant is active and cannot be approved');
  });

  it('never returns after it left or was kicked', () => {
    const sequences = fc.array(fc.constantFrom(...Object.values(rules)));
    fc.assert(
      fc.property(sequences, (sequence) => {
        let who = aJoiner(aSpace(), 'bob');
        let gone: ParticipantStatus | undefined;
        for (const rule of sequence) {
          if (refusalOf(() => rule(who)) === undefined) who = rule(who);
          gone ??= who.status === 'left' || who.status === 'kicked' ? who.status : undefined;
          if (gone) expect(who.status).toBe(gone);
        }
      }),
    );
  });
});

describe('joining', () => {
  it('makes the joiner active and revealed immediately in a public space', () => {
    expect(aJoiner(aSpace(), 'bob')).toMatchObject({ status: 'active', revealed: true, role: 'participant', isHuman: false });
  });

  it('makes the joiner wait, not revealed to others, in a private space', () => {
    const waiting = aJoiner(aSpace({ privacy: 'private' }), 'bob');
    expect(waiting).toMatchObject({ status: 'waitingForApproval', revealed: false });
  });

  it('gives each participant a later position, even if others left', () => {
    const bob = aJoiner(aSpace(), 'bob');
    const state = withParticipants(aSpace(), { ...participant.leave(bob, 1) });
    expect(aJoiner(state, 'eve').position).toBe(bob.position + 1);
  });

  it('409 if the space has its maximum of participants; those who left do not count', () => {
    const bob = aJoiner(aSpace(), 'bob');
    const newcomer = { participantId: 'eve', keyHash: 'k', invitationId: 'i', name: 'Eve', speaker: 'guest' as const };
    expect(refusalOf(() => participant.join(withParticipants(aSpace(), bob), newcomer, 2))).toBe('limit_reached');
    expect(refusalOf(() => participant.join(withParticipants(aSpace(), participant.leave(bob, 1)), newcomer, 2))).toBeUndefined();
  });
});

describe('replacing the key', () => {
  const bob = aJoiner(aSpace(), 'bob');
  const rotate = (who: Participant, times: number) =>
    Array.from({ length: times }, (_, i) => `key ${i + 1}`).reduce(participant.rotateKey, who);

  it('changes nothing but the key', () => {
    for (const who of [bob, participant.mute(bob), ownerOf(aSpace())]) {
      const next = participant.rotateKey(who, 'new');
      expect(next).toEqual({ ...who, keyHash: 'new', keyGeneration: 1, formerKeyHashes: [who.keyHash] });
    }
  });

  it('makes the new key the only one that a space knows as working, and the former ones known as replaced', () => {
    const state = withParticipants(withParticipants(aSpace(), bob), rotate(bob, 2));
    expect(state.participants.get('bob')).toMatchObject({ keyHash: 'key 2', keyGeneration: 2 });
    expect(['bob-key', 'key 1', 'key 2'].map((hash) => state.holders.get(hash))).toEqual(['bob', 'bob', 'bob']);
  });

  it('forgets all but the latest former keys, and all keys with their participant', () => {
    const many = rotate(bob, rememberedKeys + 5);
    expect(many.formerKeyHashes).toHaveLength(rememberedKeys);
    const state = withParticipants(withParticipants(aSpace(), rotate(bob, 2)), many);
    expect(state.holders.has('bob-key')).toBe(false);
    expect(state.holders.has('key 1')).toBe(false);
    expect(state.holders.size).toBe(1 + 1 + rememberedKeys);
    expect([...apply(state, { forgotten: { participants: [many] } }).holders.keys()]).toEqual(['owner-key']);
  });

  it('ends the time in which the key can be collected', () => {
    const approved = participant.approve(aJoiner(aSpace({ privacy: 'private' }), 'bob'));
    expect(refusalOf(() => participant.collect(participant.rotateKey(approved, 'new'), 'invitation'))).toBe('join_collected');
  });
});

describe('collecting the key', () => {
  const waiting = aJoiner(aSpace({ privacy: 'private' }), 'bob');
  const approved = participant.approve(waiting);

  it('has to wait for the approval', () => expect(participant.collect(waiting, 'invitation')).toBe('pending'));
  it('is possible from the approval on', () => expect(participant.collect(approved, 'invitation')).toBe('approved'));
  it('404 with another invitation', () =>
    expect(refusalOf(() => participant.collect(approved, 'another'))).toBe('participant_not_found'));
  it('404 after the first use of the key', () =>
    expect(refusalOf(() => participant.collect(participant.reveal(approved), 'invitation'))).toBe('join_collected'));
  it('404 join_declined if the owner declined', () =>
    expect(refusalOf(() => participant.collect(participant.kick(waiting, 1), 'invitation'))).toBe('join_declined'));
  it('404 for a participant who joined without approval', () =>
    expect(refusalOf(() => participant.collect(aJoiner(aSpace(), 'eve'), 'invitation'))).toBe('join_collected'));
});
