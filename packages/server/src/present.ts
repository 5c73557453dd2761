import {
  artifact as artifactRules,
  message as messageRules,
  space as spaceRules,
  type Artifact,
  type Instant,
  type Participant,
  type schemas,
  type SpaceState,
} from '@parley/core';
import type { z } from 'zod';

type View<Schema extends keyof typeof schemas> = (typeof schemas)[Schema] extends z.ZodType
  ? z.output<(typeof schemas)[Schema]>
  : never;
export type ParticipantView = View<'participantView'>;
export type ArtifactSummary = View<'artifactSummary'>;
export type ArtifactView = View<'artifactView'>;
export type LockResult = View<'lockResult'>;

/** Whom an answer is for: the owner also sees who waits for approval or has not shown up yet. */
export type Viewer = 'owner' | 'guest';
export const viewerOf = (participant: Participant): Viewer => (participant.isOwner ? 'owner' : 'guest');

export const dateTime = (at: Instant): string => new Date(at).toISOString();

export const participantView = (participant: Participant, publicUrl: string): ParticipantView => ({
  participantId: participant.participantId,
  name: participant.name,
  role: participant.role,
  avatarUrl: `${publicUrl}/avatars/${participant.participantId}.svg`,
  status: participant.status,
  isOwner: participant.isOwner,
  isHuman: participant.isHuman,
});

export function artifactSummary(artifact: Artifact, now: Instant): ArtifactSummary {
  const lock = artifactRules.lockAt(artifact, now);
  return {
    id: artifact.artifactId,
    name: artifact.name,
    version: artifact.version,
    updatedAt: dateTime(artifact.updatedAt),
    ...(lock && { lockedBy: lock.lockedBy, lockExpiresAt: dateTime(lock.expiresAt) }),
  };
}

export function artifactView(artifact: Artifact, content: string, spaceId: string, now: Instant): ArtifactView {
  const lock = artifactRules.lockAt(artifact, now);
  return {
    id: artifact.artifactId,
    spaceId,
    name: artifact.name,
    type: 'markdown',
    content,
    version: artifact.version,
    createdBy: artifact.createdBy,
    updatedBy: artifact.updatedBy,
    createdAt: dateTime(artifact.createdAt),
    updatedAt: dateTime(artifact.updatedAt),
    ...(lock && { lockedBy: lock.lockedBy, lockedAt: dateTime(lock.lockedAt), lockExpiresAt: dateTime(lock.expiresAt) }),
  };
}

export function lockResult(artifact: Artifact, now: Instant): LockResult {
  const lock = artifactRules.lockAt(artifact, now)!;
  return { lockedBy: lock.lockedBy, lockExpiresAt: dateTime(lock.expiresAt) };
}

/** JSON made once and sent many times; it passes through any `JSON.stringify` as what it stands for. */
export class Json<Value> {
  readonly text: string;
  declare readonly value: Value;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): Value {
    return JSON.parse(this.text) as Value;
  }
}

/** JSON that is made while it is sent: as a whole it would be more than one answer should hold in memory. */
export class Pieces<Value> {
  /** Of all pieces together, roughly. */
  readonly bytes: number;
  readonly texts: () => AsyncIterable<string>;
  declare readonly value: Value;

  constructor(bytes: number, texts: () => AsyncIterable<string>) {
    this.bytes = bytes;
    this.texts = texts;
  }

  async whole(): Promise<Json<Value>> {
    let text = '';
    for await (const piece of this.texts()) text += piece;
    return new Json(text);
  }
}

interface Lists {
  readonly text: string;
  /** From then on a lock that ran out must be absent. */
  readonly until: Instant;
}

const kept = new WeakMap<SpaceState, Partial<Record<Viewer, Lists>>>();

/** Fields of the context bundle as JSON without braces: lists are made once per state and viewer, not per answer. */
export function contextFields(state: SpaceState, viewer: Viewer, publicUrl: string, lastEventAt: Instant, now: Instant): string {
  let byViewer = kept.get(state);
  if (!byViewer) kept.set(state, (byViewer = {}));
  let lists = byViewer[viewer];
  if (!lists || now >= lists.until) lists = byViewer[viewer] = makeLists(state, viewer, publicUrl, now);
  return `${lists.text},"suggestedPollingIntervalMs":${messageRules.pollingInterval(lastEventAt, now)}`;
}

/** Some readers of streams take lines of 64 KiB at most, and there is more in a context than its lists. */
const longLine = 56 * 1024;
const inLines = (list: readonly object[]): string => `[${list.map((each) => JSON.stringify(each)).join(',\n')}]`;

function makeLists(state: SpaceState, viewer: Viewer, publicUrl: string, now: Instant): Lists {
  const participants = [...state.participants.values()]
    .filter(({ revealed }) => revealed || viewer === 'owner')
    .map((participant) => participantView(participant, publicUrl));
  const artifacts = [...state.artifacts.values()].map((artifact) => artifactSummary(artifact, now));
  const text = `"participants":${JSON.stringify(participants)},"artifacts":${JSON.stringify(artifacts)}`;
  return {
    text: Buffer.byteLength(text) > longLine ? `"participants":${inLines(participants)},"artifacts":${inLines(artifacts)}` : text,
    until: [...state.artifacts.values()].reduce(
      (until, artifact) => Math.min(until, artifactRules.lockAt(artifact, now)?.expiresAt ?? Infinity),
      Infinity,
    ),
  };
}

/** Fields of a space that the `context` event and `getSpace` share, as JSON without braces. */
export function spaceFields({ space }: SpaceState, now: Instant): string {
  const { name, description, agenda } = space;
  const state = spaceRules.isOver(space, now) ? 'closed' : 'open';
  return JSON.stringify({ name, description, agenda, state, ttlRemaining: spaceRules.ttlRemaining(space, now) }).slice(1, -1);
}
