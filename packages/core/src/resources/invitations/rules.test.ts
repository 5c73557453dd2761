import { describe, expect, it } from 'vitest';
import { apply, invitation as rules, participant, type Invitation, type SpaceState } from '../../index.ts';
import { aJoiner, anInvitation, aSpace, refusalOf, withParticipants } from '../../given.fixture.ts';

const state = aSpace();
const limit = 1_000;
const withInvitations = (to: SpaceState, ...invitations: Invitation[]): SpaceState => apply(to, { invitations });
const numbered = (count: number, wish: object = {}): Invitation[] =>
  Array.from({ length: count }, (_, i) => anInvitation(state, { invitationId: `i${i}`, ...wish }));

describe('an invitation', () => {
  it('without limits works as long as the space', () => {
    const open = anInvitation(state);
    expect(open).toMatchObject({ createdAt: 0, uses: 0, expiresAt: undefined, maxUses: undefined, role: undefined });
    expect(rules.stateAt({ ...open, uses: 100_000 }, Infinity)).toBe('active');
  });

  it('expires at its given second', () => {
    const short = anInvitation(state, { expiresInSeconds: 2 }, 1_000);
    expect(rules.stateAt(short, 2_999)).toBe('active');
    expect(rules.stateAt(short, 3_000)).toBe('expired');
    expect(refusalOf(() => rules.use(short, 3_000))).toBe('invitation_expired');
  });

  it('is used up by the last of its uses', () => {
    const once = rules.use(anInvitation(state, { maxUses: 2 }), 1);
    expect([once.uses, rules.stateAt(once, 1)]).toEqual([1, 'active']);
    const twice = rules.use(once, 2);
    expect([twice.uses, rules.stateAt(twice, 2)]).toEqual([2, 'usedUp']);
    expect(refusalOf(() => rules.use(twice, 3))).toBe('invitation_used_up');
  });

  it('stays revoked, whatever else happens to it', () => {
    const revoked = rules.revoke(anInvitation(state, { maxUses: 1, expiresInSeconds: 1 }), 5);
    expect(rules.stateAt(revoked, Infinity)).toBe('revoked');
    expect(rules.revoke(revoked, 9).revokedAt).toBe(5);
    expect(refusalOf(() => rules.use(revoked, 6))).toBe('invitation_revoked');
  });

  it('is found by its id, 404 if there is none', () => {
    const known = withInvitations(state, anInvitation(state));
    expect(rules.find(known, 'invitation').uses).toBe(0);
    expect(refusalOf(() => rules.find(known, 'another'))).toBe('invitation_not_found');
  });

  it('409 if the maximum number works; those that no longer work do not count', () => {
    const full = withInvitations(state, ...numbered(limit - 1), anInvitation(state, { expiresInSeconds: 1 }));
    expect(refusalOf(() => anInvitation(full, { invitationId: 'one more' }, 999))).toBe('limit_reached');
    expect(anInvitation(full, { invitationId: 'one more' }, 1_000).invitationId).toBe('one more');
  });
});

describe('an invitation that no longer works', () => {
  const dead = rules.revoke(anInvitation(state), 1);
  const waiting = aJoiner(aSpace({ privacy: 'private' }), 'bob');

  it('can still be polled by a joiner who has not used its key yet', () => {
    for (const joiner of [waiting, participant.approve(waiting), participant.kick(waiting, 1)]) {
      expect(refusalOf(() => rules.assertAnswers(dead, joiner, 2))).toBeUndefined();
    }
  });

  it('401 for all others', () => {
    const inUse = participant.reveal(participant.approve(waiting));
    for (const joiner of [undefined, inUse, { ...waiting, invitationId: 'another' }]) {
      expect(refusalOf(() => rules.assertAnswers(dead, joiner, 2))).toBe('invitation_revoked');
    }
  });

  it('is forgotten once 200 later ones no longer work', () => {
    const all = numbered(rules.rememberedDead + 2).map((each) => rules.revoke(each, 1));
    const many = withInvitations(state, ...all, anInvitation(state, { invitationId: 'works' }));
    expect(rules.longDead(many, 2).map(({ invitationId }) => invitationId)).toEqual(['i0', 'i1']);
    const fewer = apply(many, {
      invitations: [anInvitation(many, { invitationId: 'next' })],
      forgotten: { invitations: rules.longDead(many, 2) },
    });
    expect([fewer.invitations.has('i0'), fewer.holders.has('i0-key'), fewer.holders.get('i2-key')]).toEqual([false, false, 'i2']);
    expect(rules.longDead(fewer, 2)).toEqual([]);
  });

  it('is not forgotten while a joiner polls with it', () => {
    const all = numbered(rules.rememberedDead + 2).map((each) => rules.revoke(each, 1));
    const many = withInvitations(state, ...all);
    const withBob = withParticipants(many, { ...waiting, invitationId: 'i0' });
    expect(rules.longDead(withBob, 2).map(({ invitationId }) => invitationId)).toEqual(['i1']);
  });
});
