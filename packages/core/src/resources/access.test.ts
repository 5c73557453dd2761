import { describe, expect, it } from 'vitest';
import {
  admit,
  apply,
  assertMayAct,
  contract,
  invitation as rules,
  participant,
  space,
  type Holder,
  type SpaceState,
} from '../index.ts';
import { aJoiner, anInvitation, aSpace, ownerOf, refusalOf } from '../given.fixture.ts';

const state = aSpace();
const bob = aJoiner(state, 'bob');
const holder = (who: Parameters<typeof participant.mute>[0]): Holder => ({ kind: 'participant', participant: who });
const invitation: Holder = { kind: 'invitation', invitation: anInvitation(state) };
const unknown: Holder = { kind: 'unknown' };
const owner = holder(ownerOf(state));

const refusal = (auth: Parameters<typeof admit>[0], who: Holder, at = 0, conflicts = true, to: SpaceState = state) =>
  refusalOf(() => admit(auth, conflicts, to, who, at));

describe('admission', () => {
  it('admits each kind of key to its operations, and 401 for the rest', () => {
    const auths = ['owner', 'participant', 'member', 'invitation', 'anyKey'] as const;
    const admitted = (who: Holder) => auths.filter((auth) => refusal(auth, who) === undefined);
    expect(admitted(owner)).toEqual(['owner', 'member', 'anyKey']);
    expect(admitted(holder(bob))).toEqual(['participant', 'member', 'anyKey']);
    expect(admitted(holder(participant.mute(bob)))).toEqual(['participant', 'member', 'anyKey']);
    expect(admitted(invitation)).toEqual(['invitation', 'anyKey']);
    expect(refusal('owner', holder(bob))).toBe('key_wrong_type');
  });

  const { sendMessage: sending } = contract();

  it('403 for a muted participant where the contract refuses them, and nowhere else', () => {
    const muted = participant.mute(bob);
    const refused = (refusesMuted: boolean, who: typeof bob) =>
      refusalOf(() => assertMayAct({ ...sending, refusesMuted }, { kind: 'participant', participant: who }, state.space, {}));
    expect(refused(true, muted)).toBe('muted');
    expect(refused(false, muted)).toBeUndefined();
    expect(refused(true, participant.unmute(muted))).toBeUndefined();
  });

  it('401 for an unknown key, also in a space that is over', () => {
    expect(refusal('anyKey', unknown)).toBe('key_unknown');
    expect(refusal('anyKey', unknown, Infinity)).toBe('key_unknown');
  });

  it('401 for a participant who left or was kicked, also in a space that is over', () => {
    for (const gone of [participant.leave(bob, 1), participant.kick(bob, 1)]) {
      expect(refusal('member', holder(gone))).toBe('key_revoked');
      expect(refusal('member', holder(gone), Infinity)).toBe('key_revoked');
    }
  });

  it('401 for a key that its holder replaced, also in a space that is over', () => {
    const former: Holder = { kind: 'former', participant: participant.rotateKey(bob, 'new') };
    for (const auth of ['owner', 'participant', 'member', 'invitation', 'anyKey'] as const)
      expect([refusal(auth, former), refusal(auth, former, Infinity)]).toEqual(['key_revoked', 'key_revoked']);
  });

  it('401 for a participant who still waits for approval', () =>
    expect(refusal('anyKey', holder({ ...bob, status: 'waitingForApproval' }))).toBe('key_unknown'));

  it('401 for an invitation that no longer works, except for joiners who asked in time', () => {
    const revoked: Holder = { kind: 'invitation', invitation: rules.revoke(anInvitation(state), 1) };
    expect(refusal('anyKey', revoked)).toBe('invitation_revoked');
    expect(refusal('owner', revoked)).toBe('invitation_revoked');
    expect(refusal('invitation', revoked)).toBeUndefined();
  });

  it('409 for any key of a space that is over if the operation can answer 409, otherwise 401', () => {
    const closed = apply(state, { space: space.close(state.space, 1) });
    for (const who of [owner, holder(bob), invitation]) {
      expect(refusal('owner', who, 2, true, closed)).toBe('space_closed');
      expect(refusal('member', who, 2, false, closed)).toBe('key_expired');
      expect(refusal('member', who, state.space.expiresAt, true)).toBe('space_closed');
    }
  });
});
