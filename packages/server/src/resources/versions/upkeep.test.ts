import { apply, newSpace, type Artifact, type ArtifactVersion, type SpaceState, defaultLimits } from '@parley/core';
import { describe, expect, it, vi } from 'vitest';
import { noMeter } from '../../engine/observe/meter.ts';
import type { Pins } from '../../engine/resource.ts';
import { nothingYet } from '../../engine/write/effects.ts';
import type { SpaceWrite } from '../../engine/write/decide.ts';
import { versionUpkeep } from './upkeep.ts';

const names = { spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public' } as const;

/** A space with an artifact whose old versions, of one byte each, are all stored. */
function given(old: number, limit: number, pins: readonly Pins[] = []) {
  const stored = new Map(Array.from({ length: old }, (_, i) => [i + 1, { artifactId: 'a', version: i + 1, bytes: 1 }]));
  const plan = { artifactId: 'a', version: old + 1, contentBytes: 1, history: { versions: old, bytes: old } } as Artifact;
  const space = { state: apply(newSpace({ ...names, ttl: 60 }, 0), { artifacts: [plan] }) };
  const failed = vi.fn<(error: unknown) => void>();
  /** What happens in the space before the decision of each write. */
  const before: (() => void)[] = [];
  /** And after it. */
  const after: (() => void)[] = [];
  const sizes: number[] = [];
  const upkeep = versionUpkeep(
    {
      versions: {
        kept: async (_: string, __: string, { after, upTo, most }: { after: number; upTo: number; most: number }) =>
          [...stored.values()].filter(({ version }) => version > after && version <= upTo).slice(0, most),
        beyond: async (_: unknown, __: number, after: object | undefined) => (after ? [] : [{ spaceId: 's', artifactId: 'a' }]),
      } as never,
      retention: { versions: limit, bytes: 1_000_000 },
      pins,
    },
    {
      committer: {
        write: (async (_: string, write: SpaceWrite) => {
          before.shift()?.();
          const { changes = {}, outcome } = write.decide(space.state, undefined, 0, nothingYet);
          for (const { version } of (changes.versions ?? []) as ArtifactVersion[]) stored.delete(version);
          sizes.push(changes.versions?.length ?? 0);
          space.state = apply(space.state, changes);
          after.shift()?.();
          return { outcome };
        }) as never,
      },
      limits: defaultLimits,
      meter: noMeter,
      stateOf: async () => space.state,
      sweepMs: 60_000,
      now: () => 0,
      failed,
    },
  );
  const run = (name: string) => upkeep.repeated!.find((each) => each.name === name)!.run(() => false);
  return {
    space,
    before,
    after,
    sizes,
    failed,
    /** Another process prunes a version. */
    prune(version: number) {
      stored.delete(version);
      const { versions, bytes } = artifactIn(space.state).history;
      change({ history: { versions: versions - 1, bytes: bytes - 1 } });
    },
    /** Somebody writes the artifact. */
    write() {
      const { version, history } = artifactIn(space.state);
      stored.set(version, { artifactId: 'a', version, bytes: 1 });
      change({ version: version + 1, history: { versions: history.versions + 1, bytes: history.bytes + 1 } });
    },
    async upkeep() {
      upkeep.stored!.artifact!('s', '{}');
      await run('old versions');
    },
    upkeepOfForgotten: () => run('forgotten old versions'),
    /** The old versions that are stored, which are as many as the artifact counts. */
    left() {
      const { versions, bytes } = artifactIn(space.state).history;
      expect([versions, bytes]).toEqual([stored.size, stored.size]);
      return [...stored.keys()];
    },
  };

  function change(what: Partial<Artifact>) {
    space.state = apply(space.state, { artifacts: [{ ...artifactIn(space.state), ...what }] });
  }
}

const artifactIn = ({ artifacts }: SpaceState): Artifact => artifacts.get('a')!;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('an artifact with more old versions than its limits allow', () => {
  it('loses the content of the oldest, except the first', async () => {
    const { upkeep, left } = given(70, 60);
    await upkeep();
    expect(left()).toEqual([1, ...range(12, 70)]);
  });

  it('loses them in small steps', async () => {
    const { upkeep, left, sizes } = given(1_000, 60);
    await upkeep();
    expect(left()).toEqual([1, ...range(942, 1_000)]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
  });

  it('loses them after a process has ended too early', async () => {
    const { upkeepOfForgotten, left } = given(70, 60);
    await upkeepOfForgotten();
    expect(left()).toEqual([1, ...range(12, 70)]);
  });

  it('loses no more, and no less, if it is written, or if another process prunes it meanwhile', async () => {
    const { upkeep, left, before, write, prune, failed } = given(70, 60);
    before.push(() => prune(2), write);
    await upkeep();
    expect(before).toEqual([]);
    expect(left()).toEqual([1, ...range(13, 71)]);
    expect(failed).not.toHaveBeenCalled();
  });

  it('loses the oldest first, also if it is written after a step', async () => {
    const { upkeep, left, after, write } = given(65, 60);
    after.push(() => [1, 2].forEach(write));
    await upkeep();
    await upkeep();
    expect(left()).toEqual([1, ...range(9, 67)]);
  });

  it('is left alone after the end of the space', async () => {
    const { upkeep, left, space, failed } = given(70, 60);
    space.state = { ...space.state, space: { ...space.state.space, end: { reason: 'closed', at: 0 } as never } };
    await upkeep();
    expect(left()).toHaveLength(70);
    expect(failed).not.toHaveBeenCalled();
  });

  it('keeps what entities of other resources pin, also if that is all of the first portion', async () => {
    const pinned = range(2, 205);
    const { upkeep, left } = given(300, 60, [
      { entity: 'tasks', find: async (spaceId, id) => (spaceId === 's' && id === 'a' ? pinned : []) },
      { entity: 'files', find: async () => [210] },
    ]);
    await upkeep();
    expect(left()).toEqual([1, ...pinned, 210, ...range(251, 300)]);
  });

  it('keeps what is pinned between the reading and the decision', async () => {
    const pinned: number[] = [];
    const { upkeep, left, before, space } = given(70, 60, [{ entity: 'tasks', find: async () => [...pinned] }]);
    before.push(() => {
      pinned.push(5);
      space.state = apply(space.state, { tasks: [{ taskId: 't' } as never] });
    });
    await upkeep();
    expect(left()).toEqual([1, 5, ...range(13, 70)]);
  });
});
