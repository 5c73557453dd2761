import {
  version as versions,
  artifact,
  artifactChanged,
  comment,
  lockAt,
  proposal,
  ServiceError,
  type Artifact,
  type InputOf,
  type OutputOf,
} from '@parley/core';
import { artifactView, lockResult } from './present.ts';
import { Pieces } from '../../engine/present/json.ts';
import type { StoredArtifact } from './queries.ts';
import type { Effects } from '../../engine/write/effects.ts';
import { Outdated } from '../../engine/write/decide.ts';
import { assertBase, between, changed, overwritten, prepared, preparedForWhole, textOf, viaOf } from './change.ts';
import { assertSize, bytesOf, measured } from './content.ts';
import type { Environment } from '../../engine/environment.ts';
import { read, write, writeWith } from '../../engine/operation.ts';
import { openTo, openToDeciders, settledAll } from '../deliveries/directed.ts';
import { fileName } from '../files/safe-name.ts';
import { allRejected, authorsOf, kept } from './proposing.ts';

export const createArtifact = writeWith<'createArtifact'>()(
  ({ input, env, caller }) =>
    input.ifExists === 'return' ? caller().then(() => env.artifacts.named(input.spaceId, input.name)) : undefined,
  ({ state, caller, input, now, env }, stored): Effects<OutputOf<'createArtifact'>> => {
    const { name, content, ifExists } = input;
    const { spaceId } = state.space;
    const present = ifExists === 'create' ? undefined : artifact.named(state, name);
    if (present && ifExists === 'refuse') throw artifact.nameTaken(present);
    if (present) {
      const { content } = contentOf(present, stored);
      return { outcome: artifactView(present, content, spaceId, now), isRepeatable: true };
    }
    const created = artifact.create(
      state,
      { artifactId: env.mint.id(), name, measures: measured(content) },
      caller,
      now,
      env.limits,
    );
    const version = versions.versionOf(created, { author: artifact.authorIn(state, caller), via: 'create', content });
    return {
      changes: { artifacts: [created], versions: [version] },
      events: [artifactChanged('created', created, caller.participantId, now, version)],
      outcome: artifactView(created, content, spaceId, now),
    };
  },
  undefined,
  { checksPrepared: true },
);

/** What was read of an artifact. Throws `Outdated` if that is another one, or another version of it. */
function contentOf({ artifactId, version }: Artifact, stored: StoredArtifact | undefined): StoredArtifact {
  if (stored?.artifact.artifactId !== artifactId || stored.artifact.version !== version) throw new Outdated();
  return stored;
}

const isWhole = ({ content, dryRun }: InputOf<'writeArtifact'>): boolean => content !== undefined && !dryRun;

export const writeArtifact = writeWith<'writeArtifact'>()(
  async (asked) => {
    const { input, isAgain } = asked;
    const found = await (isWhole(input) ? preparedForWhole(asked) : prepared(asked));
    return { found, open: input.keep && isAgain ? await openToDeciders(asked) : undefined };
  },
  (asked, { found, open }): Effects<OutputOf<'writeArtifact'>> => {
    const { state, caller, input, now, env } = asked;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    let writable: Artifact;
    try {
      writable = artifact.writable(state, before, input, caller, now, env.lockTtlMs);
    } catch (refusal) {
      const { keep, dryRun, baseVersion } = input;
      if (!keep || dryRun || !(refusal instanceof ServiceError)) throw refusal;
      return kept(asked, { before, change: { ...input, baseVersion: baseVersion! }, refusal, open });
    }
    if (input.content !== undefined) artifact.assertKnown(before, input, caller, now);
    assertBase(state, before, input, found);
    const content = input.content ?? changed(before, textOf(found, before), input);
    const { spaceId } = state.space;
    if (input.dryRun) {
      const text = textOf(found, before);
      assertSize(bytesOf(content), env.limits.artifactBytes);
      const { content: _, ...unchanged } = artifactView(before, text, spaceId, now);
      const diff = between(before.version, text, before.version + 1, content);
      return { outcome: { ...unchanged, diff }, isRepeatable: true };
    }
    const { note } = input;
    return overwritten(asked, { writable, before, found, content, via: viaOf(input), note, action: 'updated' });
  },
  undefined,
  { checksPrepared: true },
);

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

interface ContentRequest {
  input: { spaceId: string; artifactId: string };
  env: Environment;
  caller(): Promise<unknown>;
}

/** The present content, for callers who are admitted. */
async function present({ input, env, caller }: ContentRequest): Promise<StoredArtifact | undefined> {
  await caller();
  return env.artifacts.find(input.spaceId, input.artifactId);
}

export const unlockArtifact = writeWith<'unlockArtifact'>()(
  present,
  ({ state, caller, input, now }, stored) => {
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const unlocked = artifact.unlock(state, before, caller, now);
    const outcome = artifactView(unlocked, contentOf(before, stored).content, state.space.spaceId, now);
    if (lockAt(before, now) === undefined) return { outcome };
    return {
      changes: { artifacts: [unlocked] },
      events: [artifactChanged('unlocked', unlocked, caller.participantId, now)],
      outcome,
    };
  },
  undefined,
  { checksPrepared: true },
);

export const renameArtifact = writeWith<'renameArtifact'>()(
  present,
  ({ state, caller, input, now }, stored) => {
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const renamed = artifact.rename(state, before, input.name, caller, now);
    const outcome = artifactView(renamed, contentOf(before, stored).content, state.space.spaceId, now);
    if (renamed.name === before.name) return { outcome };
    return {
      changes: { artifacts: [renamed] },
      events: [artifactChanged('renamed', renamed, caller.participantId, now)],
      outcome,
    };
  },
  undefined,
  { checksPrepared: true },
);

export const deleteArtifact = writeWith<'deleteArtifact'>()(
  async (asked) => {
    await asked.caller();
    const { state } = asked.known() ?? {};
    const open = state ? proposal.openFor(state, asked.input.artifactId) : [];
    const asking = state ? comment.deliveriesOn(state, asked.input.artifactId) : [];
    if (open.length + asking.length === 0) return undefined;
    return {
      announcements: await asked.env.deliveries.some(asked.input.spaceId, [
        ...open.flatMap(({ deliveryIds }) => deliveryIds),
        ...asking,
      ]),
      open: await openTo(authorsOf(open), asked),
    };
  },
  (asked, found) => {
    const { state, caller, input, now } = asked;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const deleted = artifact.remove(state, before, caller, now);
    const rejected = allRejected(asked, before, found);
    const comments = comment.resolved(comment.openOn(state, input.artifactId), caller, now);
    const settled = settledAll(asked, { deliveryIds: comment.deliveriesOn(state, input.artifactId) }, found?.announcements ?? []);
    return {
      changes: {
        ...rejected.changes,
        deliveries: [...(rejected.changes.deliveries ?? []), ...settled.deliveries],
        forgotten: { artifacts: [deleted], proposals: rejected.ended, comments },
      },
      events: [...rejected.events, ...settled.events, artifactChanged('deleted', deleted, caller.participantId, now)],
      outcome: { ok: true },
    };
  },
);

export const restoreArtifact = writeWith<'restoreArtifact'>()(
  async ({ input, env, caller, known }) => {
    await caller();
    const artifacts = known()?.state.artifacts;
    return { artifacts, stored: await env.artifacts.findDeleted(input.spaceId, input.artifactId) };
  },
  ({ state, caller, input, now, env }, { artifacts, stored }) => {
    const restored = state.artifacts.get(input.artifactId);
    // Others can have restored, written and deleted it since it was read: only the present row may come back.
    if (stored && state.artifacts !== artifacts) throw new Outdated();
    if (restored) throw new ServiceError('status_conflict', 'The artifact is not deleted');
    const { artifact: deleted, content } = artifact.found(stored);
    const back = artifact.bringBack(state, deleted, caller, env.limits);
    return {
      changes: { artifacts: [back] },
      events: [artifactChanged('undeleted', back, caller.participantId, now)],
      outcome: artifactView(back, content, state.space.spaceId, now),
    };
  },
);

/** Reads the contents in portions, as fast as the client takes them. */
export const listArtifacts = read<'listArtifacts'>(async ({ state, caller, input: { spaceId, deleted }, now, env }) => {
  const artifacts = deleted
    ? (await env.artifacts.deleted(spaceId, deletedListed)).filter((each) => artifact.canBringBack(each, caller))
    : [...state.artifacts.values()];
  const bytes = artifacts.reduce((sum, { bytes }) => sum + bytes + viewBytes, 0);
  return new Pieces(bytes, async function* () {
    let before = '{"artifacts":[';
    for (const ids of portionsOf(artifacts)) {
      const stored = await env.artifacts.some(spaceId, ids);
      const byId = new Map(stored.map((each) => [each.artifact.artifactId, each]));
      const views = ids.flatMap((id) => {
        const each = byId.get(id);
        // Another call can have deleted it meanwhile, or restored it.
        const isListed = each && (each.artifact.deletion !== undefined) === deleted;
        return isListed ? [JSON.stringify(artifactView(each.artifact, each.content, spaceId, now))] : [];
      });
      if (views.length === 0) continue;
      yield before + views.join(',');
      before = ',';
    }
    yield before === ',' ? ']}' : `${before}]}`;
  });
});

/** How many deleted artifacts are listed. */
const deletedListed = 200;
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
  return { fileName: fileName(stored.name), content, version: stored.version };
});
