import { newSpace, apply, artifact, defaultLimits, invitation, space, type SpaceState } from '@parley/core';
import { describe, expect, it } from 'vitest';
import type { LoadedSpace } from '../store/spaces.ts';
import { Snapshots } from './snapshots.ts';

const state: SpaceState = newSpace(
  { spaceId: 's', ownerId: 'o', keyHash: 'h', name: '', description: '', privacy: 'public', ttl: 60 },
  0,
);
const at = (rev: number): LoadedSpace => ({ head: { spaceId: 's', rev, sequence: 0, lastMs: 0 }, state, bytes: 0 });

/** A database that answers when the test decides. */
function given(options: ConstructorParameters<typeof Snapshots>[1] = {}) {
  const asked: { spaceId: string; answer(loaded: LoadedSpace | undefined): void; fail(error: Error): void }[] = [];
  const snapshots = new Snapshots((spaceId) => new Promise((answer, fail) => asked.push({ spaceId, answer, fail })), options);
  return { snapshots, asked };
}
const quiet = () => new Promise(setImmediate);

describe('the snapshot of a space', () => {
  it('is loaded once for all concurrent requests, and then kept', async () => {
    const { snapshots, asked } = given();
    const both = Promise.all([snapshots.atLeast('s', 1), snapshots.atLeast('s', 0)]);
    asked[0]!.answer(at(1));
    expect((await both).map((snapshot) => snapshot!.rev)).toEqual([1, 1]);
    expect((await snapshots.atLeast('s', 1))!.rev).toBe(1);
    expect(asked).toHaveLength(1);
  });

  it('is loaded again if a newer one is requested', async () => {
    const { snapshots, asked } = given();
    snapshots.put('s', 1, state, 0);
    const newer = snapshots.atLeast('s', 2);
    asked[0]!.answer(at(3));
    expect((await newer)!.rev).toBe(3);
    expect(snapshots.peek('s')!.rev).toBe(3);
  });

  it('is loaded again if the query in flight was too early', async () => {
    const { snapshots, asked } = given();
    const early = snapshots.atLeast('s', 1);
    const late = snapshots.atLeast('s', 2);
    asked[0]!.answer(at(1));
    expect((await early)!.rev).toBe(1);
    await quiet();
    expect(asked).toHaveLength(2);
    asked[1]!.answer(at(2));
    expect((await late)!.rev).toBe(2);
  });

  it('is never replaced by an older one from a slow query', async () => {
    const { snapshots, asked } = given();
    const loading = snapshots.atLeast('s', 1);
    snapshots.put('s', 5, state, 0);
    asked[0]!.answer(at(4));
    expect((await loading)!.rev).toBe(5);
    expect(snapshots.put('s', 3, state, 0).rev).toBe(5);
    expect(snapshots.peek('s')!.rev).toBe(5);
  });

  it('is undefined for an unknown space, and is queried again', async () => {
    const { snapshots, asked } = given();
    for (const i of [0, 1]) {
      const unknown = snapshots.atLeast('s', 0);
      asked[i]!.answer(undefined);
      expect(await unknown).toBeUndefined();
    }
  });

  it('is queried again after a failure', async () => {
    const { snapshots, asked } = given();
    const failing = snapshots.atLeast('s', 0);
    asked[0]!.fail(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    const next = snapshots.atLeast('s', 0);
    asked[1]!.answer(at(1));
    expect((await next)!.rev).toBe(1);
  });

  it('is gone once it is forgotten', () => {
    const { snapshots } = given();
    snapshots.put('s', 1, state, 0);
    snapshots.forget('s');
    expect(snapshots.peek('s')).toBeUndefined();
  });

  it('is evicted when it is the least recently used', () => {
    const { snapshots } = given({ capacity: { spaces: 2, bytes: Infinity } });
    for (const spaceId of ['a', 'b']) snapshots.put(spaceId, 1, state, 0);
    snapshots.peek('a');
    snapshots.put('c', 1, state, 0);
    expect(['a', 'b', 'c'].filter((spaceId) => snapshots.peek(spaceId))).toEqual(['a', 'c']);
  });

  it('is evicted when all snapshots have too many bytes, however few the spaces are', () => {
    const { snapshots } = given({ capacity: { spaces: 100, bytes: 100_000 } });
    const large = { ...state, space: { ...state.space, agenda: 'x'.repeat(20_000) } };
    for (const spaceId of ['a', 'b', 'c']) snapshots.put(spaceId, 1, large, 0);
    expect(['a', 'b', 'c'].filter((spaceId) => snapshots.peek(spaceId))).toEqual(['b', 'c']);
    snapshots.forget('b');
    snapshots.put('d', 1, large, 0);
    expect(['c', 'd'].filter((spaceId) => snapshots.peek(spaceId))).toEqual(['c', 'd']);
    for (const rev of [2, 3, 4]) snapshots.put('c', rev, large, 0);
    expect(snapshots.peek('d')).toBeDefined();
  });

  it('counts the bytes of its invitations and their roles', () => {
    const { snapshots } = given({ capacity: { spaces: 100, bytes: 1_000_000 } });
    const role = 'r'.repeat(120);
    const invitations = Array.from({ length: 1_000 }, (_, i) =>
      invitation.create(state, { invitationId: `i${i}`, keyHash: `k${i}`, role }, 0, 1_000),
    );
    snapshots.put('a', 1, apply(state, { invitations }), 0);
    snapshots.put('b', 1, state, 0);
    expect(['a', 'b'].filter((spaceId) => snapshots.peek(spaceId))).toEqual(['b']);
  });

  it('503 after its tries if the database never reaches the announced rev', async () => {
    let asked = 0;
    const snapshots = new Snapshots(
      async () => {
        asked += 1;
        return at(1);
      },
      { patience: { tries: 5, pauseMs: () => 0 } },
    );
    await expect(snapshots.atLeast('s', 2)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
    expect(asked).toBe(5);
  });

  it('knows when the next change is due', () => {
    const { snapshots } = given();
    const owner = state.participants.get('o')!;
    const note = artifact.lock(
      state,
      artifact.create(
        state,
        { artifactId: 'n', name: 'N', measures: { bytes: 0, contentBytes: 0, sha256: '' } },
        owner,
        0,
        defaultLimits,
      ),
      owner,
      0,
      100,
    );
    expect(snapshots.put('s', 1, state, 0).due).toBe(60_000);
    expect(snapshots.put('s', 2, apply(state, { artifacts: [note] }), 0).due).toBe(100);
    expect(snapshots.put('s', 3, apply(state, { space: space.close(state.space, 1) }), 0).due).toBe(Infinity);
  });
});
