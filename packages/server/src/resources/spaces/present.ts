import { dateTime } from '../../engine/present/time.ts';
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  budget as budgetRules,
  displayName,
  lockAt,
  message as messageRules,
  pauseView,
  resembled,
  space as spaceRules,
  task as taskRules,
  visibleIn,
  type Instant,
  type Participant,
  type Visibility,
  type SpaceState,
} from '@parley/core';
import { artifactSummary } from '../artifacts/present.ts';
import { SharedText, type JsonFields } from '../../engine/present/json.ts';
import { participantView } from '../participants/present.ts';
import { reachUntil, reachView, type KnownPresence } from '../../engine/stream/reach.ts';
import type { EventView, Scene } from '../../engine/stream/views.ts';

/** Where the server is. */
interface ServerAddress {
  readonly publicUrl: string;
}

interface Lists {
  /** The version too, which is a digest of the lists: it is the same in all processes, and what `rev` does not count changes it. */
  readonly text: string;
  readonly version: string;
  /** The text, if it is long. */
  readonly shared: SharedText | undefined;
  /** When the first lock in it expires and the text must be rebuilt. */
  readonly until: Instant;
  /** The presence that it shows, and when time will change a reach in it. */
  readonly presence: { readonly version: number; readonly until: Instant };
  readonly madeAt: Instant;
}

/** A crowd that comes and goes does not cost a text each. */
const reachIsKeptMs = 1_000;

type Listed = Pick<SpaceState, 'participants' | 'artifacts' | 'proposals'>;

interface Kept extends Pick<Listed, 'artifacts' | 'proposals'> {
  byVisibility: Partial<Record<Visibility, Lists>>;
}

const kept = new WeakMap<Listed['participants'], Kept>();

/** Whether `context` is unchanged: it shows only a part of the state. */
export const hasSameContext = (a: SpaceState, b: SpaceState): boolean =>
  a.space === b.space &&
  a.artifacts === b.artifacts &&
  a.proposals === b.proposals &&
  (a.tasks === b.tasks || isDeepStrictEqual(taskCounts(a), taskCounts(b))) &&
  (a.participants === b.participants || looksSame(a.participants, b.participants));

/** With the leases that have not been recorded as expired. */
const taskCounts = (state: SpaceState) => taskRules.counts(state, 0);

/** Nobody is told that a participant replaced its key, or whose messages it accepts. */
const looksSame = (a: Listed['participants'], b: Listed['participants']): boolean =>
  a.size === b.size && [...a.values()].every((each) => isSameInPublic(each, b.get(each.participantId)));

const isSameInPublic = (a: Participant, b: Participant | undefined): boolean =>
  a === b || (b !== undefined && isDeepStrictEqual(publicPart(a), publicPart(b)));

const publicPart = ({ keyHash: _, keyGeneration: __, formerKeyHashes: ___, inbound: ____, ...rest }: Participant) => rest;

/**
 * The context bundle as JSON without braces. Its lists are cached per visibility until what they show changes. `isExact`: the reach of the
 * participants must be that of `now`, because it is what is new about the bundle. `known`: the version that the caller has.
 */
export function contextFields(
  scene: Scene,
  presence: KnownPresence,
  place: ServerAddress,
  { isExact = false, known }: { isExact?: boolean; known?: string | undefined } = {},
): JsonFields {
  const byVisibility = listsOf(scene.state);
  let lists = byVisibility[scene.visibility];
  if (!lists || !isCurrent(lists, scene.now, presence, isExact)) {
    lists = byVisibility[scene.visibility] = makeLists(scene, presence, place.publicUrl);
  }
  const rest = `,${minimalContextFields(scene).text}`;
  if (known === lists.version) return { text: `"contextVersion":"${known}","contextUnchanged":true${rest}` };
  return { text: lists.text + rest, parts: lists.shared && [lists.shared, rest] };
}

const isCurrent = ({ until, presence: shown, madeAt }: Lists, now: Instant, presence: KnownPresence, isExact: boolean): boolean =>
  now < until && ((!isExact && now < madeAt + reachIsKeptMs) || (shown.version === presence.version && now < shown.until));

function listsOf({ participants, artifacts, proposals }: Listed): Partial<Record<Visibility, Lists>> {
  const found = kept.get(participants);
  if (found?.artifacts === artifacts && found.proposals === proposals) return found.byVisibility;
  const made = { artifacts, proposals, byVisibility: {} };
  kept.set(participants, made);
  return made.byVisibility;
}

/** The context bundle for `Prefer: return=minimal`: what differs from caller to caller and from moment to moment. */
export function minimalContextFields({ state, visibility, viewerId, lastEventAt, now }: Scene): JsonFields {
  const interval = `"suggestedPollingIntervalMs":${messageRules.pollingInterval(lastEventAt, now)}`;
  const usage =
    visibility === 'nobody' || state.space.agentBudget === undefined ? undefined : budgetRules.usageOf(state, viewerId);
  const budget = usage ? `,"budget":${JSON.stringify(usage)}` : '';
  const counts = visibility === 'nobody' || state.tasks.size === 0 ? undefined : taskRules.counts(state, now);
  const tasks = counts ? `,"tasks":${JSON.stringify(counts)}` : '';
  const pause = visibility === 'nobody' ? undefined : state.space.paused;
  return { text: `${interval}${budget}${tasks}${pause ? `,"paused":${JSON.stringify(pauseView(pause))}` : ''}` };
}

/** Some stream clients accept only lines of up to 64 KiB, and a context contains more than its lists. */
const longLine = 56 * 1024;
/** Joining and encoding a longer text for each answer costs more than copying its bytes. */
const worthSharing = 16 * 1024;
/** 96 bits. */
const versionCharacters = 16;
const inLines = (list: readonly object[]): string => `[${list.map((each) => JSON.stringify(each)).join(',\n')}]`;

function openProposals({ proposals }: SpaceState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { artifactId } of proposals.values()) counts.set(artifactId, (counts.get(artifactId) ?? 0) + 1);
  return counts;
}

/** What tells a participant apart from those in the space. */
const namesOf = (participant: Participant, state: SpaceState) => ({
  displayName: displayName(state, participant),
  resembles: participant.status === 'waitingForApproval' ? resembled(state, participant) : undefined,
});

function makeLists({ state, visibility, now }: Scene, presence: KnownPresence, publicUrl: string): Lists {
  const seen = visibleIn(state, visibility);
  const participants = seen.participants.map((participant) => ({
    ...participantView({ ...participant, ...namesOf(participant, state) }, publicUrl),
    ...reachView(participant, presence, now),
  }));
  const locks = seen.artifacts.map((artifact) => lockAt(artifact, now));
  const open = openProposals(state);
  const artifacts = seen.artifacts.map((artifact, i) => artifactSummary(artifact, locks[i], open.get(artifact.artifactId)));
  const inOne = `"participants":${JSON.stringify(participants)},"artifacts":${JSON.stringify(artifacts)}`;
  const isLong = Buffer.byteLength(inOne) > longLine;
  const version = hash('sha256', inOne, 'base64url').slice(0, versionCharacters);
  const all = isLong ? `"participants":${inLines(participants)},"artifacts":${inLines(artifacts)}` : inOne;
  const text = `${all},"contextVersion":"${version}"`;
  return {
    text,
    version,
    shared: text.length > worthSharing ? new SharedText(text) : undefined,
    until: locks.reduce((until, lock) => Math.min(until, lock?.expiresAt ?? Infinity), Infinity),
    presence: { version: presence.version, until: reachUntil(seen.participants, presence, now) },
    madeAt: now,
  };
}

/** Fields of a space that the `context` event and `getSpace` share, as JSON without braces. */
export function spaceFields({ space }: SpaceState, now: Instant): string {
  const { name, description, agenda } = space;
  const state = spaceRules.isOver(space, now) ? 'closed' : 'open';
  return JSON.stringify({ name, description, agenda, state, ttlRemaining: spaceRules.ttlRemaining(space, now) }).slice(1, -1);
}

/** The `context` event as JSON. */
export const contextEvent = (scene: Scene, presence: KnownPresence, place: ServerAddress, isExact: boolean): string =>
  `{${contextFields(scene, presence, place, { isExact }).text},"space":{${spaceFields(scene.state, scene.now)}}}`;

export const views: { 'space-closed': EventView<'space-closed'> } = {
  'space-closed': ({ reason, at }, { spaceId }) => ({ spaceId, reason, closedAt: dateTime(at) }),
};
