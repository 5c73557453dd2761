import {
  overdue,
  fullSpaceReserve,
  keyUsed,
  participant as participantRules,
  space as spaceRules,
  type Caller,
  type Instant,
  type Limits,
  type Participant,
  type SpaceState,
} from '@parley/core';
import type { StoredIn } from '../observe/batch.ts';
import { changesEntities, type SpaceCommit } from '../store/commit.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import type { Effects, Latest } from './effects.ts';
import type { Tables } from '../store/tables.ts';
import { UnitOfWork } from './unit-of-work.ts';
import { StorageQuota } from './storage-quota.ts';
import type { Snapshot } from '../read/snapshots.ts';

/** The prepared data is older than what it describes: prepare and decide again. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/**
 * Pure, synchronous functions of the state: they never wait, so the state cannot change while they decide.
 * They run again if another process changed the space first.
 */
export interface SpaceWrite<Outcome = unknown> {
  /** Throws if the caller is not permitted; undefined is the service itself. */
  admit(state: SpaceState, now: Instant): Caller | undefined;
  decide(state: SpaceState, caller: Caller | undefined, now: Instant, latest: Latest): Effects<Outcome>;
  /** Told the state after its changes. */
  changed?(state: SpaceState): void;
  /** It depends on rows that were read before, and only the fence knows whether they have changed: if it refuses the batch, the write is rejected as `Outdated`. */
  isPrepared?: boolean;
  /** The record for a retry with the same Idempotency-Key. */
  record?: ((outcome: Outcome) => IdempotencyRecord) | undefined;
  /** The record of an earlier try, if one was found meanwhile. */
  replay?: IdempotencyRecord | undefined;
  /** A retry is recognized although the write itself ended the caller's key. */
  outlivesKey?: boolean;
  /** A full space does not refuse it. */
  worksWhenFull?: boolean;
  usesReserve?: boolean;
  /** Told about the batch that stored it. */
  stored?: ((batch: StoredIn) => void) | undefined;
  /** Approximate number of characters to store: their sum bounds a batch. */
  size: number;
}

/** The result of a write: decided now, or stored by an earlier try. */
export type Result<Outcome> = { outcome: Outcome } | { replay: IdempotencyRecord };

/** `mayBeRetry`: an accepted earlier try could explain the refusal, or that nothing was left to do. */
export type Verdict = { mayBeRetry: boolean } & ({ ok: true; result: Result<unknown> } | { ok: false; error: unknown });

export interface DecidedBatch {
  /** The state after the batch, and the bytes stored then. */
  state: SpaceState;
  bytes: number;
  commit: SpaceCommit;
  verdicts: Verdict[];
  /** Whether there is nothing to store. */
  idle: boolean;
}

/** The settings that a batch needs. */
export interface DecisionEnvironment {
  readonly limits: Limits;
  readonly tables: Tables;
}

/** Decides the waiting writes of one space, one after the other, on its snapshot. */
export function decideBatch(
  spaceId: string,
  snapshot: Snapshot,
  writes: readonly { readonly write: SpaceWrite }[],
  now: Instant,
  env: DecisionEnvironment,
): DecidedBatch {
  const work = new UnitOfWork(env.tables, snapshot.state, new StorageQuota(snapshot.bytes, env.limits.bytesPerSpace));
  const past = now >= snapshot.due && recordOverdue(work, now);
  const verdicts: Verdict[] = [];
  for (const { write } of writes) verdicts.push(decide(work, write, now));
  const commit = work.commit(spaceId, snapshot.rev, past, env.limits);
  const stores = changesEntities(commit) || commit.events.length + commit.records.length > 0;
  // A refusal because of the size passes the fence too, which knows the stored size.
  const idle = !stores && commit.room.least === 0;
  return { state: work.state, bytes: snapshot.bytes + commit.room.bytes, commit, verdicts, idle };
}

/** Applies due changes before the writes; returns whether the space expired. */
function recordOverdue(work: UnitOfWork, now: Instant): boolean {
  const due = overdue(work.state, now);
  if (due) work.happen({ ...due, outcome: undefined });
  return due?.changes.space !== undefined;
}

function decide(work: UnitOfWork, write: SpaceWrite, now: Instant): Verdict {
  let mayBeRetry = false;
  try {
    spaceRules.assertHere(work.state.space);
    mayBeRetry = write.outlivesKey ?? false;
    if (write.replay && mayBeRetry) return { ok: true, result: { replay: write.replay }, mayBeRetry: false };
    let caller = write.admit(work.state, now);
    if (caller?.kind === 'participant' && !caller.participant.revealed) caller = reveal(work, caller.participant);
    mayBeRetry = true;
    if (write.replay) return { ok: true, result: { replay: write.replay }, mayBeRetry: false };
    const decision = write.decide(work.state, caller, now, work.latest);
    const { outcome, isRepeatable = false, erasures } = decision;
    if (erasures && work.hasErased(erasures)) throw new Outdated();
    const record = isRepeatable ? undefined : write.record?.(outcome);
    if (write.worksWhenFull && (decision.changes ?? erasures)) work.happen(decision, { record });
    else work.happen(decision, { record, reserve: write.usesReserve ? fullSpaceReserve : 0 });
    if (decision.changes) write.changed?.(work.state);
    return { ok: true, result: { outcome }, mayBeRetry: isRepeatable };
  } catch (error) {
    return { ok: false, error, mayBeRetry };
  }
}

/** The first use of a key reveals its holder to everyone; until then only the owner knew of it (decisions §4). */
function reveal(work: UnitOfWork, hidden: Participant): Caller {
  const participant = participantRules.reveal(hidden);
  work.happen({ changes: { participants: [participant] }, events: [keyUsed(work.state, participant)], outcome: undefined });
  return { kind: 'participant', participant };
}
