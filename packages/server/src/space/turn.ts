import {
  apply,
  artifact as artifactRules,
  fullSpaceReserve,
  participant as participantRules,
  space as spaceRules,
  type Artifact,
  type Caller,
  type Changes,
  type DraftedEvent,
  type Instant,
  type Invitation,
  type Limits,
  type Participant,
  type Space,
  type SpaceState,
} from '@parley/core';
import { artifactEvent, spaceClosedEvent, statusEvent } from '../events/drafts.ts';
import type { Content } from '../store/artifacts.ts';
import type { Membership, SpaceCommit, StorableEvent } from '../store/commit.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import { Room } from './room.ts';
import type { Snapshot } from './snapshots.ts';

/** What a write wants to happen. */
export interface Decision<Answer> {
  changes?: Changes & { contents?: readonly Content[]; memberships?: readonly Membership[] };
  events?: readonly DraftedEvent[];
  answer: Answer;
}

/**
 * Pure, synchronous functions of the state: they never wait, so nothing can come between looking and deciding.
 * They run again whenever another process changed the space first.
 */
export interface Write<Answer = unknown> {
  /** Throws when the caller may not; undefined is the service itself. */
  admit(state: SpaceState, now: Instant): Caller | undefined;
  decide(state: SpaceState, caller: Caller | undefined, now: Instant): Decision<Answer>;
  /** What to keep for a retry with the same Idempotency-Key. */
  record?: ((answer: Answer) => IdempotencyRecord) | undefined;
  /** The answer of an earlier try, which was found meanwhile. */
  replay?: IdempotencyRecord | undefined;
  /** A retry is recognised though the write itself ended the caller's key. */
  outlivesKey?: boolean;
  /** What it changes is not refused for want of room. */
  worksWhenFull?: boolean;
  usesReserve?: boolean;
  /** Characters it will store, roughly: a batch is bounded by their sum. */
  size: number;
}

/** How a write ended: decided now, or found to have been stored by an earlier try. */
export type Result<Answer> = { answer: Answer } | { replay: IdempotencyRecord };

type Outcome =
  | { ok: true; result: Result<unknown> }
  /** `mayBeRetry`: an earlier try may have been accepted, which explains the refusal. */
  | { ok: false; error: unknown; mayBeRetry: boolean };

export interface Turn {
  /** The state when everything in it has happened, and the bytes that are stored then. */
  state: SpaceState;
  bytes: number;
  commit: SpaceCommit;
  outcomes: Outcome[];
  /** There is nothing to store. */
  idle: boolean;
}

/** What a turn has to know of the deployment. */
export interface Place {
  readonly publicUrl: string;
  readonly limits: Pick<Limits, 'bytesPerSpace'>;
}

/** Lets the waiting writes of one space happen, one after the other, on its snapshot. */
export function takeTurn(spaceId: string, snapshot: Snapshot, writes: readonly Write[], now: Instant, place: Place): Turn {
  const draft = new Draft(snapshot.state, new Room(snapshot.bytes, place.limits.bytesPerSpace));
  const past = now >= snapshot.due && settle(draft, now);
  const outcomes = writes.map((write) => decide(draft, write, now, place.publicUrl));
  const commit = draft.commit(spaceId, snapshot.rev, past);
  const stores = commit.bumps || commit.events.length + commit.records.length > 0;
  // A refusal for want of room passes the fence too, which knows how much is stored.
  const idle = !stores && commit.room.least === 0;
  return { state: draft.state, bytes: snapshot.bytes + commit.room.bytes, commit, outcomes, idle };
}

/** What time did comes first, whatever is decided then; answers whether the space expired. */
function settle(draft: Draft, now: Instant): boolean {
  const { expired, unlocked } = spaceRules.settle(draft.state, now);
  if (expired) {
    const artifacts = artifactRules.allLocked(draft.state).map(artifactRules.release);
    draft.happen({ changes: { space: expired, artifacts }, events: [spaceClosedEvent(expired)], answer: undefined });
  }
  if (unlocked.length) {
    draft.happen({
      changes: { artifacts: unlocked.map(artifactRules.release) },
      events: unlocked.map((artifact) => artifactEvent('lock-expired', artifact, artifact.lock!.lockedBy, now)),
      answer: undefined,
    });
  }
  return expired !== undefined;
}

function decide(draft: Draft, write: Write, now: Instant, publicUrl: string): Outcome {
  let mayBeRetry = write.outlivesKey ?? false;
  try {
    if (write.replay && mayBeRetry) return { ok: true, result: { replay: write.replay } };
    const caller = reveal(draft, write.admit(draft.state, now), publicUrl);
    mayBeRetry = true;
    if (write.replay) return { ok: true, result: { replay: write.replay } };
    const decision = write.decide(draft.state, caller, now);
    const record = write.record?.(decision.answer);
    if (write.worksWhenFull && decision.changes) draft.happen(decision, { record });
    else draft.happen(decision, { record, reserve: write.usesReserve ? fullSpaceReserve : 0 });
    return { ok: true, result: { answer: decision.answer } };
  } catch (error) {
    return { ok: false, error, mayBeRetry };
  }
}

/** The first use of a key tells everyone of its holder; until then only the owner knew (decisions §4). */
function reveal(draft: Draft, caller: Caller | undefined, publicUrl: string): Caller | undefined {
  if (caller?.kind !== 'participant' || caller.participant.revealed) return caller;
  const participant = participantRules.reveal(caller.participant);
  const { participantId: actorId } = participant;
  draft.happen({
    changes: { participants: [participant] },
    events: [statusEvent({ participant, previousStatus: 'waitingForApproval', actorId }, publicUrl, 'guests')],
    answer: undefined,
  });
  return { kind: 'participant', participant };
}

/** A state on its way to the next one, and all that has to be stored for it. */
class Draft {
  state: SpaceState;
  #space: Space | undefined;
  readonly #participants = new Map<string, Participant>();
  readonly #artifacts = new Map<string, Artifact>();
  readonly #contents = new Map<string, Content>();
  readonly #invitations = new Map<string, Invitation>();
  readonly #forgotten: Invitation[] = [];
  readonly #memberships: Membership[] = [];
  readonly #events: StorableEvent[] = [];
  readonly #records: IdempotencyRecord[] = [];
  readonly #room: Room;

  constructor(state: SpaceState, room: Room) {
    this.state = state;
    this.#room = room;
  }

  /** What says which `reserve` it has beyond the limit happens only if there is room. */
  happen({ changes, events = [] }: Decision<unknown>, { record, reserve }: Happening = {}): void {
    const storable = events.map(({ event, audience, body }) => ({ event, audience, body: JSON.stringify(body) }));
    const bytes = bytesOf(storable, record) + this.#growth(changes?.artifacts);
    if (reserve === undefined) this.#room.take(bytes);
    else this.#room.claim(bytes, reserve);
    this.#events.push(...storable);
    if (record) this.#records.push(record);
    if (changes) {
      this.state = apply(this.state, changes);
      if (changes.space) this.#space = changes.space;
      for (const participant of changes.participants ?? []) this.#participants.set(participant.participantId, participant);
      for (const artifact of changes.artifacts ?? []) this.#artifacts.set(artifact.artifactId, artifact);
      for (const content of changes.contents ?? []) this.#contents.set(content.artifactId, content);
      for (const invitation of changes.invitations ?? []) this.#invitations.set(invitation.invitationId, invitation);
      for (const invitation of changes.forgotten ?? []) this.#invitations.delete(invitation.invitationId);
      this.#forgotten.push(...(changes.forgotten ?? []));
      this.#memberships.push(...(changes.memberships ?? []));
    }
  }

  #growth(artifacts: readonly Artifact[] = []): number {
    return artifacts.reduce((sum, { artifactId, bytes }) => sum + bytes - (this.state.artifacts.get(artifactId)?.bytes ?? 0), 0);
  }

  commit(spaceId: string, rev: number, past: boolean): SpaceCommit {
    return {
      spaceId,
      rev,
      bumps: this.#space !== undefined || this.#participants.size + this.#artifacts.size + this.#invitations.size > 0,
      past,
      space: this.#space,
      participants: [...this.#participants.values()],
      artifacts: [...this.#artifacts.values()],
      contents: [...this.#contents.values()],
      invitations: [...this.#invitations.values()],
      forgotten: this.#forgotten,
      memberships: this.#memberships,
      events: this.#events,
      records: this.#records,
      room: this.#room,
    };
  }
}

interface Happening {
  record?: IdempotencyRecord | undefined;
  reserve?: number;
}

/** As the database counts them. */
const bytesOf = (events: readonly StorableEvent[], record: IdempotencyRecord | undefined): number =>
  events.reduce((sum, { body }) => sum + Buffer.byteLength(body), record?.sealed.length ?? 0);
