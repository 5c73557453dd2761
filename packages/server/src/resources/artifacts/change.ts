import {
  type ErrorDetails,
  missing,
  artifact,
  artifactChanged,
  edit,
  notFound,
  proposal,
  ServiceError,
  version as versionRules,
  type Artifact,
  type ArtifactVersion,
  type ChangeVia,
  type Proposal,
  type SpaceState,
  type Via,
} from '@parley/core';
import { differenceOf } from './diff/difference.ts';
import { merged } from './diff/merge.ts';
import type { Latest } from '../../engine/write/decision.ts';
import { Outdated } from '../../engine/write/decide.ts';
import { artifactView } from './present.ts';
import { assertSize, measured } from './content.ts';
import type { Environment } from '../../engine/environment.ts';
import type { Write } from '../../engine/operation.ts';

/** What was read for a change of an artifact, at one of its versions. */
export interface PreparedChange {
  readonly version: number;
  /** Undefined if it was not read. */
  readonly text?: string;
  /** What has changed since the version that the caller has read, if that is not the present one. */
  readonly since?: ErrorDetails['diff'] | undefined;
  /** Versions that have their content, oldest first, if the write could have to thin some. */
  readonly old?: undefined | { readonly versions: readonly ArtifactVersion[]; readonly areAll: boolean };
}

interface ChangeRequest {
  input: { spaceId: string; artifactId: string; baseVersion?: number | undefined };
  env: Environment;
  caller(): Promise<unknown>;
  known(): SpaceState | undefined;
  isAgain: boolean;
  needsAll: boolean;
}

/** Undefined if there is no such artifact. Only for callers who are admitted, because comparing texts is expensive. */
export async function prepared(asked: ChangeRequest): Promise<(PreparedChange & { readonly text: string }) | undefined> {
  const { input, env, isAgain } = asked;
  await asked.caller();
  const { spaceId, artifactId, baseVersion } = input;
  const stored = await env.artifacts.find(spaceId, artifactId);
  if (!stored) return undefined;
  const present = { version: stored.artifact.version, text: stored.content };
  const isStale = baseVersion !== undefined && baseVersion !== present.version;
  const base = isStale ? (await env.versions.find(spaceId, artifactId, baseVersion))?.content : undefined;
  return {
    ...present,
    ...(base !== undefined && { since: between(baseVersion!, base, present.version, present.text) }),
    ...((isAgain || mustThin(asked)) && { old: await old(asked, present.version) }),
  };
}

/** What a whole content needs: nothing of the present one, unless it is based on another version. */
export async function preparedForWhole(asked: ChangeRequest): Promise<PreparedChange | undefined> {
  const { input, isAgain, known } = asked;
  const { artifactId, baseVersion } = input;
  const version = known()?.artifacts.get(artifactId)?.version;
  const isStale = version === undefined || (baseVersion !== undefined && baseVersion !== version);
  const isThinning = mustThin(asked);
  if (isStale && (isAgain || isThinning)) return prepared(asked);
  if (isStale || !isThinning) return undefined;
  await asked.caller();
  return { version, old: await old(asked, version) };
}

/** How many are read if it is likely that one must go. */
const fewOld = 8;

/** The ones that go first; all versions if these were not enough. */
async function old(
  { input: { spaceId, artifactId }, env, needsAll }: ChangeRequest,
  newest: number,
): Promise<PreparedChange['old']> {
  const range = needsAll ? { after: 0, most: newest } : { after: 1, most: fewOld };
  return { versions: await env.versions.kept(spaceId, artifactId, { ...range, upTo: newest }), areAll: needsAll };
}

/** Whether old versions will exceed the limits, as far as this process knows. */
function mustThin({ input: { artifactId }, env, known }: ChangeRequest): boolean {
  const before = known()?.artifacts.get(artifactId);
  return before !== undefined && !versionRules.isNone(versionRules.excessOf(artifact.withOld(before), env.retention));
}

export const between = (from: number, before: string, to: number, after: string) => ({
  from,
  to,
  ...differenceOf(before, after),
});

/** What was prepared for the present version. Throws `Outdated` if it is that of another one, or missing. */
function current(prepared: PreparedChange | undefined, { version }: Artifact): PreparedChange {
  if (prepared?.version !== version) throw new Outdated();
  return prepared;
}

/** The present text. Throws `Outdated` if it was not read. */
export function textOf(prepared: PreparedChange | undefined, before: Artifact): string {
  const { text } = current(prepared, before);
  if (text === undefined) throw new Outdated();
  return text;
}

/** Throws 409 if the caller has read another version than the present one. */
export function assertBase(
  state: SpaceState,
  before: Artifact,
  writing: artifact.Writing,
  found: PreparedChange | undefined,
): void {
  if (artifact.isBasedOn(before, writing)) return;
  throw artifact.conflict(state, before, current(found, before).since);
}

/** The text after a change. Throws 409 if the change does not apply. */
export function changed(before: Artifact, text: string, change: edit.TextChange): string {
  try {
    return edit.applied(text, change);
  } catch (error) {
    throw error instanceof edit.EditMismatch ? artifact.mismatch(before, error) : error;
  }
}

/** How a proposed change applies to a text, and what it makes of it. */
export interface Applied {
  /** `clean`: as its author sent it; `merged`: with what has changed since its base. */
  readonly applies: 'clean' | 'merged';
  readonly content: string;
}

/** Undefined if the change conflicts with what has changed since its base, or its base is no longer stored. */
export function applied(
  present: { readonly version: number; readonly text: string },
  change: edit.TextChange,
  { baseVersion }: Pick<Proposal, 'baseVersion'>,
  base: Pick<ArtifactVersion, 'content'> | undefined,
): Applied | undefined {
  // A whole content is of its base only.
  const isClean = change.content === undefined || present.version === baseVersion;
  const clean = isClean ? madeOf(present.text, change) : undefined;
  if (clean !== undefined) return { applies: 'clean', content: clean };
  const proposed = base?.content === undefined ? undefined : madeOf(base.content, change);
  const content = proposed === undefined ? undefined : merged(base!.content!, { proposed, present: present.text });
  return content === undefined ? undefined : { applies: 'merged', content };
}

/** The text after a change; undefined if it does not apply. */
export function madeOf(text: string, change: edit.TextChange): string | undefined {
  try {
    return edit.applied(text, change);
  } catch (error) {
    if (error instanceof edit.EditMismatch || error instanceof ServiceError) return undefined;
    throw error;
  }
}

export const viaOf = ({ edits, append, section }: edit.TextChange): ChangeVia => {
  if (edits) return 'edits';
  if (section) return 'section';
  return append === undefined ? 'write' : 'append';
};

/** Throws 404 if there is no such version, 410 if its content is no longer stored. */
export function withContent(version: ArtifactVersion | undefined): ArtifactVersion & { content: string } {
  if (!version) throw notFound(missing.version);
  const { content } = version;
  if (content === undefined) {
    throw new ServiceError('version_thinned', `The content of version ${version.version} is no longer stored`);
  }
  return { ...version, content };
}

/** What a write adds besides the content: the event, a record of the answer, and more. */
const aroundContent = 4_096;

/**
 * The old versions that lose their content when an artifact is written. In a full space, a write that makes the artifact smaller
 * takes as many as it needs; one that makes it larger takes none of those that the limits spare.
 */
function thinnedFor(
  before: Artifact,
  written: Artifact,
  found: PreparedChange | undefined,
  { state, env, latest }: { state: SpaceState; env: Environment; latest: Latest },
): ArtifactVersion[] {
  const needed = 3 * written.bytes + aroundContent;
  const room = written.bytes < before.bytes ? needed - latest.left() : 0;
  const excess = versionRules.excessOf(written, env.retention, room);
  if (versionRules.isNone(excess)) return [];
  // Without, the process did not know how many versions there are.
  if (!found?.old) throw new Outdated({ needsAll: true });
  const { old } = found;
  current(found, before);
  const isBase = proposal.isBase(state, before.artifactId);
  const kept = old.versions.map(({ version, bytes }) => ({ version, bytes, isPinned: isBase(version) }));
  const { versions, left } = versionRules.thinned(kept, before.version, excess);
  if (!versionRules.isNone(left) && !old.areAll) throw new Outdated({ needsAll: true });
  return old.versions.filter((each) => versions.includes(each.version));
}

interface Overwrite {
  before: Artifact;
  /** `before` with the lock that the write leaves. */
  writable: Artifact;
  found: PreparedChange | undefined;
  content: string;
  via: Via;
  note?: string | undefined;
  restoredFrom?: number;
  /** Who wrote it, if not the caller, whose proposal the caller accepts. */
  author?: artifact.Author;
  proposalId?: string;
  acceptedBy?: string;
  action: 'updated' | 'restored';
}

type WriteRequest = Parameters<Write<'writeArtifact'>['decide']>[0];
type Writer = Pick<WriteRequest, 'state' | 'caller' | 'now' | 'env' | 'latest'>;

/** Stores a content as the next version of an artifact. */
export function overwritten(
  writer: Writer,
  { before, writable, found, content, action, author = artifact.authorIn(writer.state, writer.caller), ...how }: Overwrite,
) {
  const { state, caller, now, env } = writer;
  const measures = measured(content);
  assertSize(measures.contentBytes, env.limits.artifactBytes);
  artifact.assertFits(state, before, measures.bytes, env.limits);
  const next = artifact.written(writable, measures, author, now);
  const thinned = thinnedFor(before, next, found, writer);
  const written = artifact.thinnedBy(next, thinned);
  const version = versionRules.versionOf(written, { author, content, ...how });
  return {
    changes: { artifacts: [written], versions: [...thinned, version] },
    events: [artifactChanged(action, written, caller.participantId, now, version)],
    outcome: artifactView(written, content, state.space.spaceId, now),
  };
}
