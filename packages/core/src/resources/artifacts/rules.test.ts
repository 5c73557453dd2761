import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, artifact, defaultLimits, lockAt, type Artifact, type SpaceState } from '../../index.ts';
import { aJoiner, anArtifact, aSpace, measuring, ownerOf, refusalOf } from '../../given.fixture.ts';

const ttl = 1_000;
const empty = aSpace();
const owner = ownerOf(empty);
const bob = aJoiner(empty, 'bob');
const state = apply(empty, { participants: [{ ...bob, name: 'Bob' }] });
const eve = aJoiner(state, 'eve');
const free = anArtifact(state);
const byBob = artifact.lock(state, free, bob, 0, ttl);

const write = (...[among, current, who, now, ms]: Parameters<typeof artifact.lock>) =>
  artifact.written(
    artifact.writable(among, current, { lock: 'held' }, who, now, ms),
    measuring(0),
    artifact.authorIn(among, who),
    now,
  );

describe('a lock', () => {
  it('goes to who asks when nobody holds it', () => expect(byBob.lock).toEqual({ lockedBy: 'bob', lockedAt: 0, expiresAt: ttl }));

  it('423 with its holder and their name if another participant holds it, also for the owner', () => {
    for (const other of [eve, owner]) {
      expect(() => artifact.lock(state, byBob, other, 1, ttl)).toThrow(
        expect.objectContaining({
          code: 'locked',
          message: `"Bob" holds the lock until ${new Date(ttl).toISOString()}`,
          details: { lockedBy: 'bob', lockedByName: 'Bob', lockExpiresAt: new Date(ttl).toISOString() },
        }),
      );
    }
  });

  it('is renewed for its present holder and keeps its start', () =>
    expect(artifact.lock(state, byBob, bob, 500, ttl).lock).toEqual({ lockedBy: 'bob', lockedAt: 0, expiresAt: 1_500 }));

  it('reads as absent from the millisecond it expires', () => {
    expect(lockAt(byBob, ttl - 1)).toBeDefined();
    expect(lockAt(byBob, ttl)).toBeUndefined();
    expect(artifact.lock(state, byBob, eve, ttl, ttl).lock).toEqual({ lockedBy: 'eve', lockedAt: ttl, expiresAt: 2 * ttl });
  });

  it('is renewed by a heartbeat and a write of its holder only', () => {
    expect(artifact.heartbeat(state, byBob, bob, 600, ttl).lock!.expiresAt).toBe(1_600);
    expect(write(state, byBob, bob, 700, ttl).lock!.expiresAt).toBe(1_700);
    expect(refusalOf(() => artifact.heartbeat(state, byBob, eve, 1, ttl))).toBe('locked');
    expect(refusalOf(() => write(state, byBob, owner, 1, ttl))).toBe('locked');
  });

  it('423 without a holder for a write or heartbeat if nobody holds it', () => {
    for (const unheld of [free, byBob]) {
      expect(() => write(state, unheld, bob, ttl, ttl)).toThrow(expect.objectContaining({ code: 'not_locked', details: {} }));
      expect(refusalOf(() => artifact.heartbeat(state, unheld, bob, ttl, ttl))).toBe('not_locked');
    }
  });

  it('can be released by its holder and by the owner, and by nobody else', () => {
    expect(artifact.unlock(state, byBob, bob, 1).lock).toBeUndefined();
    expect(artifact.unlock(state, byBob, owner, 1).lock).toBeUndefined();
    expect(refusalOf(() => artifact.unlock(state, byBob, eve, 1))).toBe('locked');
    expect(refusalOf(() => artifact.unlock(state, free, eve, 1))).toBeUndefined();
  });
});

describe('a whole text', () => {
  const [auto, held] = [{ lock: 'auto' }, { lock: 'held' }] as const;

  it('400 with the present version unless its author holds the lock or says what it was made for', () => {
    for (const [of, who, now] of [
      [free, bob, 1],
      [byBob, eve, 1],
      [byBob, bob, ttl],
    ] as const) {
      expect(() => artifact.assertKnown(of, auto, who, now)).toThrow(
        expect.objectContaining({ code: 'base_version_required', details: { currentVersion: 1 } }),
      );
    }
    expect(refusalOf(() => artifact.assertKnown(free, { ...auto, baseVersion: 1 }, bob, 1))).toBeUndefined();
    expect(refusalOf(() => artifact.assertKnown(byBob, auto, bob, 1))).toBeUndefined();
    expect(refusalOf(() => artifact.assertKnown(byBob, held, bob, 1))).toBeUndefined();
  });
});

describe('an artifact', () => {
  it('starts unlocked at version 1', () => {
    expect(free.version).toBe(1);
    expect(free.lock).toBeUndefined();
  });
  it('409 if the space has its maximum', () => {
    const full = { ...defaultLimits, artifactsPerSpace: 0 };
    expect(refusalOf(() => artifact.create(state, { artifactId: 'a', name: 'A', measures: measuring(0) }, owner, 0, full))).toBe(
      'limit_reached',
    );
  });

  it('400 if all contents together would be too large, but never for one that gets smaller', () => {
    const limits = { ...defaultLimits, artifactBytesPerSpace: 100 };
    const create = (into: SpaceState, artifactId: string, bytes: number) =>
      artifact.create(into, { artifactId, name: 'A', measures: measuring(bytes) }, owner, 0, limits);
    const first = create(state, 'a', 60);
    const held = apply(state, { artifacts: [first] });
    const second = create(held, 'b', 40);
    const full = apply(held, { artifacts: [second] });
    expect(() => create(held, 'b', 41)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: { issues: [expect.objectContaining({ field: 'content', limit: 100, actual: 101 })] },
      }),
    );
    const fits = (before: Artifact, bytes: number, most = 100) =>
      refusalOf(() => artifact.assertFits(full, before, bytes, { ...limits, artifactBytesPerSpace: most })) === undefined;
    expect([fits(second, 40), fits(second, 41), fits(second, 39)]).toEqual([true, false, true]);
    expect([fits(first, 59, 50), fits(first, 61, 50)]).toEqual([true, false]);
  });

  it('404 when there is none', () => expect(refusalOf(() => artifact.found(undefined))).toBe('artifact_not_found'));

  it('has one holder at a time and counts every write, in any order of calls', () => {
    const people = fc.constantFrom(owner, bob, eve);
    const acts = { lock: artifact.lock, heartbeat: artifact.heartbeat, write, unlock: artifact.unlock };
    const act = fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]));
    fc.assert(
      fc.property(fc.array(fc.record({ who: people, act, wait: fc.nat(ttl) })), (steps) => {
        let now = 0;
        let current = free;
        for (const step of steps) {
          now += step.wait;
          const before = lockAt(current, now);
          const attempt = () => acts[step.act](state, current, step.who, now, ttl);
          if (refusalOf(attempt) !== undefined) continue;
          const next = attempt();
          const after = lockAt(next, now);
          const mayTakeOver = step.act === 'unlock' && step.who.isOwner;
          if (before && before.lockedBy !== step.who.participantId) expect(mayTakeOver).toBe(true);
          expect(next.version).toBe(current.version + (step.act === 'write' ? 1 : 0));
          if (step.act === 'write') expect(before?.lockedBy).toBe(step.who.participantId);
          expect(after?.lockedBy).toBe(step.act === 'unlock' ? undefined : step.who.participantId);
          current = next;
        }
      }),
    );
  });
});
