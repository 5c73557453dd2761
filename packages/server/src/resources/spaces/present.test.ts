import { newSpace, apply, artifact, defaultLimits, inbound, participant, type SpaceState } from '@parley/core';
import { expect, it } from 'vitest';
import type { KnownPresence } from '../../engine/stream/reach.ts';
import { contextFields, hasSameContext } from './present.ts';

const state = newSpace({ spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public', ttl: 60 }, 0);
const owner = state.participants.get('o')!;
const bob = participant.join(state, { participantId: 'b', keyHash: 'b', invitationId: 'i', name: 'Bob', speaker: 'guest' }, 10);
const both = apply(state, { participants: [bob] });

it('a context that differs only in keys is no news: nobody is told that a participant replaced its key', () => {
  const rotated = apply(both, { participants: [participant.rotateKey(bob, 'n'), participant.rotateKey(owner, 'm')] });
  expect(hasSameContext(both, rotated)).toBe(true);
});

it('nobody is told whose messages a participant accepts', () => {
  const quiet = inbound.put(both, bob, { accept: [], others: 'refuse' });
  expect(hasSameContext(both, apply(both, { participants: [quiet] }))).toBe(true);
});

it('any other change of a participant is news', () => {
  const others = [participant.mute(bob), participant.leave(bob, 1), { ...bob, name: 'Robert' }];
  for (const other of others) expect(hasSameContext(both, apply(both, { participants: [other] }))).toBe(false);
  expect(hasSameContext(state, both)).toBe(false);
  expect(hasSameContext(both, apply(both, { forgotten: { participants: [bob] } }))).toBe(false);
});

const seenAt = (at: number, version: number): KnownPresence => ({
  liveMs: 60_000,
  version,
  lastSeenAt: () => at,
  wakeAnsweredAt: () => undefined,
});

function versionOf(shown: SpaceState, presence: KnownPresence, now: number): string {
  const scene = { state: shown, visibility: 'revealed' as const, viewerId: undefined, lastEventAt: 0, now };
  return /"contextVersion":"([\w-]{16})"/.exec(contextFields(scene, presence, { publicUrl: '' }, { isExact: true }).text)![1]!;
}

it('the version of a context is the same for the same, whoever computes it', () => {
  const again = { ...both, participants: new Map(structuredClone([...both.participants])) };
  expect(versionOf(again, seenAt(1_000, 2), 2_000)).toBe(versionOf(both, seenAt(1_000, 1), 2_000));
});

it('the version of a context changes with everything that it shows: also with the time', () => {
  const plan = artifact.create(
    both,
    { artifactId: 'a', name: 'Plan', measures: { bytes: 0, contentBytes: 0, sha256: '' } },
    owner,
    0,
    defaultLimits,
  );
  const locked = apply(both, { artifacts: [{ ...plan, lock: { lockedBy: 'o', lockedAt: 0, expiresAt: 50_000 } }] });
  const versions = [
    versionOf(both, seenAt(1_000, 3), 2_000),
    versionOf(apply(both, { participants: [participant.mute(bob)] }), seenAt(1_000, 3), 2_000),
    versionOf(locked, seenAt(1_000, 3), 2_000),
    // The lock has expired.
    versionOf(locked, seenAt(1_000, 3), 50_000),
    // Seen later, then seen too long ago to be live.
    versionOf(both, seenAt(31_000, 4), 32_000),
    versionOf(both, seenAt(31_000, 4), 92_000),
  ];
  expect(new Set(versions).size).toBe(versions.length);
});
