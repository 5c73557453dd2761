import {
  type ErrorDetails,
  missing,
  artifact,
  artifactChanged,
  edit,
  notFound,
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
import type { Latest } from '../../engine/write/effects.ts';
import type { Snapshot } from '../../engine/read/snapshots.ts';
import { Outdated } from '../../engine/write/decide.ts';
import { artifactView } from './present.ts';
import { assertSize, measured } from './content.ts';
import { pruned, readHistory, type ReadHistory } from './history.ts';
import type { Environment } from '../../engine/environment.ts';
import type { Write } from '../../engine/operation.ts';

/** What was read for a change of an artifact, at one of its versions. */
export interface PreparedChange {
  readonly version: number;
  /** Undefined if it was not read. */
  readonly text?: string;
  /** What has changed since the version that the caller has read, if that is not the present one. */
  readonly since?: ErrorDetails['diff'] | undefined;
  /** All versions that have their content, if the space could lack room for the write. */
  readonly history?: ReadHistory | undefined;
}

interface ChangeRequest {
  input: { spaceId: string; artifactId: string; baseVersion?: number | undefined };
  env: Environment;
  caller(): Promise<unknown>;
  known(): KnownSpace | undefined;
}

type KnownSpace = Pick<Snapshot, 'state' | 'bytes'>;

/** Undefined if there is no such artifact. Only for callers who are admitted, because comparing texts is expensive. */
export async function prepared(asked: ChangeRequest): Promise<(PreparedChange & { readonly text: string }) | undefined> {
  const { input, env } = asked;
  await asked.caller();
  const { spaceId, artifactId, baseVersion } = input;
  const history = await historyIfFull(asked);
  const stored = await env.artifacts.find(spaceId, artifactId);
  if (!stored) return undefined;
  const present = { version: stored.artifact.version, text: stored.content };
  const isStale = baseVersion !== undefined && baseVersion !== present.version;
  const base = isStale ? (await env.versions.find(spaceId, artifactId, baseVersion))?.content : undefined;
  return {
    ...present,
    history,
    ...(base !== undefined && { since: between(baseVersion!, base, present.version, present.text) }),
  };
}

/** What a whole content needs: nothing of the present one, unless it is based on another version. */
export async function preparedForWhole(asked: ChangeRequest): Promise<PreparedChange | undefined> {
  const { artifactId, baseVersion } = asked.input;
  const known = asked.known() ?? (await asked.caller().then(() => asked.known()));
  const version = known?.state.artifacts.get(artifactId)?.version;
  if (!known || version === undefined) return undefined;
  if (baseVersion !== undefined && baseVersion !== version) return prepared(asked);
  if (!isNearlyFull(known, asked.env)) return undefined;
  await asked.caller();
  return { version, history: await historyIfFull(asked) };
}

/** What a write adds besides the content: the event, a record of the answer, and more. */
const aroundContent = 4_096;

/** How many bytes a write needs at most. `bytes`: the size of its content in an answer. */
const needed = (bytes: number): number => 3 * bytes + aroundContent;

/** A byte of a content takes at most so many in an answer. */
const mostInAnswer = 6;

/** Whether a space could lack room for a write, whatever its content. */
const isNearlyFull = ({ bytes }: KnownSpace, { limits }: Environment): boolean =>
  limits.bytesPerSpace - bytes < needed(mostInAnswer * limits.artifactBytes);

/** What a write in a full space can prune. */
async function historyIfFull({ input: { artifactId }, env, known: of }: ChangeRequest): Promise<ReadHistory | undefined> {
  const known = of();
  const present = known?.state.artifacts.get(artifactId);
  if (!present || !isNearlyFull(known!, env)) return undefined;
  return readHistory(env, known!.state, artifactId, { after: 0, upTo: present.version, most: present.version });
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

/**
 * A write in a full space prunes, instead of upkeep: as many versions as it needs, if it makes the artifact smaller; if it makes it larger,
 * those beyond the limits.
 */
function prunedIfFull(
  before: Artifact,
  written: Artifact,
  found: PreparedChange | undefined,
  { state, env, latest }: { state: SpaceState; env: Environment; latest: Latest },
): { artifact: Artifact; versions: readonly ArtifactVersion[] } {
  const nothing = { artifact: written, versions: [] };
  const room = needed(written.bytes) - latest.left();
  if (room <= 0) return nothing;
  const excess = versionRules.excessOf(written, env.retention, written.bytes < before.bytes ? room : 0);
  if (versionRules.isNone(excess)) return nothing;
  const { history } = current(found, before);
  if (history?.known.artifacts.get(before.artifactId)?.version !== before.version) throw new Outdated();
  return pruned(written, history, { state, pins: env.pins, excess });
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
  const { artifact: written, versions: gone } = prunedIfFull(before, next, found, writer);
  const version = versionRules.versionOf(written, { author, content, ...how });
  return {
    changes: { artifacts: [written], versions: [...gone, version] },
    events: [artifactChanged(action, written, caller.participantId, now, version)],
    outcome: artifactView(written, content, state.space.spaceId, now),
  };
}
