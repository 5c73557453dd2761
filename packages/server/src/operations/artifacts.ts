import { artifact, artifactChanged, lockAt, type Artifact } from '@parley/core';
import { artifactView, lockResult } from '../present/artifact.ts';
import { Pieces } from '../present/json.ts';
import { Outdated } from '../space/turn.ts';
import { read, write, writeWith } from './define.ts';
import { fileName } from './file-name.ts';

export const createArtifact = write<'createArtifact'>(({ state, caller, input, now, env }) => {
  const artifactId = env.mint.id();
  const bytes = bytesOf(input);
  const created = artifact.create(state, { artifactId, name: input.name, bytes }, caller, now, env.limits);
  return {
    changes: { artifacts: [created], contents: [{ artifactId, version: created.version, content: input.content }] },
    events: [artifactChanged('created', created, caller.participantId, now)],
    outcome: artifactView(created, input.content, state.space.spaceId, now),
  };
});

export const writeArtifact = write<'writeArtifact'>(({ state, caller, input, now, env }) => {
  const before = artifact.found(state.artifacts.get(input.artifactId));
  const bytes = bytesOf(input);
  const { artifactId, version, ...rest } = artifact.write(state, before, caller, now, env.lockTtlMs, bytes);
  artifact.assertFits(state, before, bytes, env.limits);
  const written = { artifactId, version, ...rest };
  return {
    changes: { artifacts: [written], contents: [{ artifactId, version, content: input.content }] },
    events: [artifactChanged('updated', written, caller.participantId, now)],
    outcome: artifactView(written, input.content, state.space.spaceId, now),
  };
});

export const lockArtifact = write<'lockArtifact'>(({ state, caller, input, now, env }) => {
  const before = artifact.found(state.artifacts.get(input.artifactId));
  const locked = artifact.lock(state, before, caller, now, env.lockTtlMs);
  const isNew = lockAt(before, now) === undefined;
  return {
    changes: { artifacts: [locked] },
    events: isNew ? [artifactChanged('locked', locked, caller.participantId, now)] : [],
    outcome: lockResult(locked, now),
  };
});

export const heartbeatArtifactLock = write<'heartbeatArtifactLock'>(({ state, caller, input, now, env }) => {
  const before = artifact.found(state.artifacts.get(input.artifactId));
  const kept = artifact.heartbeat(state, before, caller, now, env.lockTtlMs);
  return { changes: { artifacts: [kept] }, outcome: lockResult(kept, now) };
});

export const unlockArtifact = writeWith<'unlockArtifact'>()(
  ({ input, env }) => env.artifacts.find(input.spaceId, input.artifactId),
  ({ state, caller, input, now }, stored) => {
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const unlocked = artifact.unlock(state, before, caller, now);
    if (!stored || stored.artifact.version < unlocked.version) throw new Outdated();
    const outcome = artifactView(unlocked, stored.content, state.space.spaceId, now);
    if (lockAt(before, now) === undefined) return { outcome };
    return {
      changes: { artifacts: [unlocked] },
      events: [artifactChanged('unlocked', unlocked, caller.participantId, now)],
      outcome,
    };
  },
);

/** Reads the contents in portions, as fast as the client takes them. */
export const listArtifacts = read<'listArtifacts'>(({ state, input: { spaceId }, now, env }) => {
  const artifacts = [...state.artifacts.values()];
  const bytes = artifacts.reduce((sum, { bytes }) => sum + bytes + viewBytes, 0);
  return new Pieces(bytes, async function* () {
    let before = '{"artifacts":[';
    for (const ids of portionsOf(artifacts)) {
      const stored = await env.artifacts.some(spaceId, ids);
      const views = stored.map((each) => JSON.stringify(artifactView(each.artifact, each.content, spaceId, now)));
      yield before + views.join(',');
      before = ',';
    }
    yield artifacts.length === 0 ? `${before}]}` : ']}';
  });
});

/** Approximate size of an artifact without its content. */
const viewBytes = 600;
const portionBytes = 512 * 1024;

function portionsOf(artifacts: readonly Artifact[]): string[][] {
  const portions: string[][] = [];
  let room = 0;
  for (const { artifactId, bytes } of artifacts) {
    if (room <= 0) {
      portions.push([]);
      room = portionBytes;
    }
    portions.at(-1)!.push(artifactId);
    room -= bytes + viewBytes;
  }
  return portions;
}

export const getArtifact = read<'getArtifact'>(async ({ input: { spaceId, artifactId }, now, env }) => {
  const { artifact: stored, content } = artifact.found(await env.artifacts.find(spaceId, artifactId));
  return artifactView(stored, content, spaceId, now);
});

export const downloadArtifact = read<'downloadArtifact'>(async ({ input: { spaceId, artifactId }, env }) => {
  const { artifact: stored, content } = artifact.found(await env.artifacts.find(spaceId, artifactId));
  return { fileName: fileName(stored.name), content };
});

/** Size of the content in an answer, where a control character takes six characters. */
const bytesOf = ({ content }: { content: string }): number => Buffer.byteLength(JSON.stringify(content)) - 2;
