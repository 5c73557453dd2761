import {
  file,
  visibilityOf,
  visibleIn,
  type Artifact,
  type ArtifactVersion,
  type Participant,
  type Proposal,
  type SpaceState,
  type StoredFile,
} from '@parley/core';
import { perRead } from '../../engine/stream/follower.ts';
import type { LoggedEvent } from '../../engine/stream/logged.ts';
import type { StoredTask } from '../tasks/queries.ts';
import { StoredDownload } from '../files/stored-download.ts';
import type { Environment } from '../../engine/environment.ts';

/** Which content of a space is exported, and for whom. Its end is fixed: later events and versions do not belong to it. */
export interface Exported {
  readonly state: SpaceState;
  readonly viewer: Participant;
  /** The sequence of its last event. */
  readonly end: number;
  readonly now: number;
  readonly env: Environment;
  /** Throws once the key no longer works. Called before everything that is read. */
  assertAdmitted(): Promise<void>;
}

/** A proposal, and its change as the author sent it. */
export interface ExportedProposal {
  readonly proposal: Proposal;
  readonly change: object;
}

const proposalsAtATime = 100;
const tasksAtATime = 100;
const mostDeleted = 1_000;
const versionsAtATime = 100;

export const participantsOf = ({ state, viewer }: Exported): Participant[] => visibleIn(state, visibilityOf(viewer)).participants;

/** Every event that the viewer can see, in order, a few at a time. */
export async function* eventsOf({ state, viewer, end, env, assertAdmitted }: Exported): AsyncGenerator<LoggedEvent[]> {
  for (let after = 0; after < end;) {
    await assertAdmitted();
    const events = await env.log.after(state.space.spaceId, after, end, perRead);
    if (events.length === 0) return;
    after = events.at(-1)!.sequence;
    yield events.filter((event) => event.isFor(viewer));
  }
}

/** The artifacts; for the owner, also the deleted ones. */
export async function artifactsOf({ state, viewer, env, assertAdmitted }: Exported): Promise<Artifact[]> {
  await assertAdmitted();
  const deleted = viewer.isOwner ? await env.artifacts.deleted(state.space.spaceId, mostDeleted) : [];
  return [...state.artifacts.values(), ...deleted];
}

/** The versions of an artifact, newest first. Thinned ones have no content. */
export async function* versionsOf(
  { state, env, assertAdmitted }: Exported,
  { artifactId, version: newest }: Artifact,
): AsyncGenerator<ArtifactVersion> {
  const { spaceId } = state.space;
  for (let before = newest + 1; ;) {
    const listed = await env.versions.page(spaceId, artifactId, before, versionsAtATime);
    for (const { version } of listed) {
      await assertAdmitted();
      const found = await env.versions.find(spaceId, artifactId, version);
      if (found) yield found;
    }
    if (listed.length < versionsAtATime) return;
    before = listed.at(-1)!.version;
  }
}

/** The content of the newest version. */
export async function contentOf({ state, env, assertAdmitted }: Exported, { artifactId, version }: Artifact): Promise<string> {
  await assertAdmitted();
  return (await env.versions.find(state.space.spaceId, artifactId, version))?.content ?? '';
}

/** The files of the space, oldest first. */
export const filesIn = ({ state }: Exported): StoredFile[] => file.listed(state);

/** The bytes of a file. One that is deleted meanwhile ends the export. */
export const bytesOf = ({ state, env, assertAdmitted }: Exported, stored: StoredFile): AsyncIterable<Uint8Array> =>
  new StoredDownload(stored, {
    spaceId: state.space.spaceId,
    stored: env.fileBytes,
    assertAdmitted,
  }).texts() as AsyncIterable<Uint8Array>;

/** The proposals for an artifact, newest first. */
export async function* proposalsOf(
  { state, end, env, assertAdmitted }: Exported,
  { artifactId }: Artifact,
): AsyncGenerator<ExportedProposal> {
  const { spaceId } = state.space;
  for (let before = end + 1; ;) {
    const listed = await env.proposals.page('all', { spaceId, artifactId, before, limit: proposalsAtATime });
    for (const { proposalId } of listed) {
      await assertAdmitted();
      const found = await env.proposals.find(spaceId, proposalId);
      if (found) yield found;
    }
    if (listed.length < proposalsAtATime) return;
    before = listed.at(-1)!.sequence!;
  }
}

/** The tasks, newest first, each with its text. */
export async function* tasksOf({ state, end, env, assertAdmitted }: Exported): AsyncGenerator<StoredTask> {
  const { spaceId } = state.space;
  for (let before = end + 1; ;) {
    const listed = await env.tasks.page('all', { spaceId, before, limit: tasksAtATime });
    for (const { taskId } of listed) {
      await assertAdmitted();
      const found = await env.tasks.find(spaceId, taskId);
      if (found) yield found;
    }
    if (listed.length < tasksAtATime) return;
    before = listed.at(-1)!.sequence!;
  }
}
