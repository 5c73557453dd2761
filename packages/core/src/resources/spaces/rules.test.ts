import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDue, overdue, apply, artifact, isGone, message, participant, rememberedGone, space } from '../../index.ts';
import { aJoiner, anArtifact, aSpace, ownerOf, withParticipants } from '../../given.fixture.ts';

describe('a space', () => {
  it('starts with its owner, active and revealed', () => {
    const state = aSpace();
    expect([...state.participants.values()]).toMatchObject([{ name: 'Owner', role: 'owner', isOwner: true, status: 'active' }]);
    expect(state.holders.get('owner-key')).toBe(state.space.ownerId);
  });

  it('is over from the millisecond of its expiry, and once it is closed', () => {
    const { space: made } = aSpace({ ttl: 2 });
    expect(space.isOver(made, 1_999)).toBe(false);
    expect(space.isOver(made, 2_000)).toBe(true);
    expect(space.isOver(space.close(made, 1), 1)).toBe(true);
  });

  it('rounds the remaining seconds up, and never below 0', () => {
    const { space: made } = aSpace({ ttl: 2 });
    expect([0, 1, 1_001, 2_000, 9_999].map((now) => space.ttlRemaining(made, now))).toEqual([2, 2, 1, 0, 0]);
    expect(space.ttlRemaining(space.close(made, 1), 1)).toBe(0);
  });

  it('lasts for the `ttl` of an update from then on, longer or shorter than before', () => {
    const { space: made } = aSpace({ ttl: 60 });
    const now = made.createdAt + 10_000;
    for (const ttl of [1, 30, 90]) expect(space.update(made, { ttl }, now)).toEqual({ ...made, expiresAt: now + ttl * 1000 });
  });

  it('changes only the fields of an update', () => {
    const { space: made } = aSpace({ agenda: 'one' });
    expect(space.update(made, { name: 'New' }, 0)).toEqual({ ...made, name: 'New' });
    expect(space.update(made, { agenda: '' }, 0).agenda).toBe('');
    expect(space.update(made, { privacy: 'private' }, 0)).toEqual({ ...made, privacy: 'private' });
  });

  it('has something overdue from `nextDue` on, and nothing before', () => {
    const lifetimes = fc.record({
      ttl: fc.integer({ min: 1, max: 20 }),
      lock: fc.integer({ min: 1, max: 30_000 }),
      now: fc.nat(40_000),
    });
    fc.assert(
      fc.property(lifetimes, ({ ttl, lock, now }) => {
        const state = aSpace({ ttl });
        const locked = artifact.lock(state, anArtifact(state), ownerOf(state), 0, lock);
        const current = apply(state, { artifacts: [locked] });
        const { changes } = overdue(current, now) ?? {};
        expect(changes !== undefined).toBe(now >= nextDue(current));
        if (changes?.space) expect(changes.space.end).toEqual({ at: ttl * 1_000, reason: 'expired' });
        expect(changes?.artifacts?.map((each) => each.lock) ?? []).toEqual(
          changes && now >= Math.min(lock, ttl * 1_000) ? [undefined] : [],
        );
      }),
    );
  });

  it('settles nothing once it has ended', () => {
    const state = aSpace({ ttl: 1 });
    const closed = apply(state, { space: space.close(state.space, 5) });
    expect(overdue(closed, 10_000)).toBeUndefined();
    expect(nextDue(closed)).toBe(Infinity);
  });

  it('does not mutate the previous state', () => {
    const state = aSpace();
    const next = withParticipants(state, aJoiner(state, 'bob'));
    expect(state.participants.size).toBe(1);
    expect(next.participants.size).toBe(2);
    expect(next.holders.get('bob-key')).toBe('bob');
  });

  it('remembers all present participants and the last who left, however many join and leave', () => {
    let state = aSpace();
    const total = rememberedGone + 25;
    for (let i = 0; i < total; i += 1) {
      const joiner = aJoiner(state, `p${i}`);
      state = withParticipants(state, joiner);
      state = withParticipants(state, participant.leave(joiner, i));
    }
    const gone = [...state.participants.values()].filter(isGone);
    expect(gone.map(({ participantId }) => participantId)).toEqual(
      Array.from({ length: rememberedGone }, (_, i) => `p${i + 25}`),
    );
    expect(state.holders.has('p0-key')).toBe(false);
    expect(ownerOf(state).status).toBe('active');
  });
});

describe('the polling hint', () => {
  const minute = 60_000;
  it.each([
    [0, 2_000],
    [minute, 5_000],
    [10 * minute, 15_000],
    [60 * minute, 30_000],
  ])('after %i ms of silence is %i ms', (silence, hint) => {
    expect(message.pollingInterval(0, silence)).toBe(hint);
    if (silence) expect(message.pollingInterval(0, silence - 1)).toBeLessThan(hint);
  });
});
