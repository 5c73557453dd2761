import {
  admit,
  ServiceError,
  space,
  type Auth,
  type Caller,
  type Instant,
  type OperationName,
  type Participant,
  type Visibility,
  type SpaceState,
} from '@parley/core';
import { holderIn } from '../engine/keys/caller.ts';
import type { Credential } from '../engine/keys/keys.ts';
import type { AskedToTell } from '../engine/operation.ts';
import type { Scene } from '../engine/stream/views.ts';
import { contextFields, minimalContextFields } from '../resources/spaces/present.ts';
import type { SpacePresence } from '../engine/stream/presence.ts';
import type { Head } from '../engine/store/heads.ts';
import type { Plan } from './plan.ts';
import type { PipelineOptions, Request } from './request.ts';

type SpaceAuth = Exclude<Auth, 'none' | 'session' | 'identity'>;

/** The state on which a caller was admitted. */
export interface Seen {
  state: SpaceState;
  caller: Caller;
  lastEventAt: Instant;
  now: Instant;
  head?: Head;
}

/** The current state of a space, after admitting the caller. */
export async function load(
  { operation, spaceId, metadata }: Request,
  options: PipelineOptions,
): Promise<Seen & { rev: number; head: Head }> {
  const { committer, now } = options;
  const credential = metadata.credential!;
  for (;;) {
    const present = await presentOf(spaceId, options);
    if (!present) throw noSpace();
    const { state, head } = present;
    const caller = admitTo(operation, state, credential, now());
    noteUse(spaceId, caller, options);
    if (caller.kind !== 'participant' || caller.participant.revealed) {
      return { ...present, caller, lastEventAt: head.lastMs, now: now() };
    }
    // The first use of a key notifies everyone, so it is a write even if the operation only reads.
    await committer.write(spaceId, {
      admit: (now, at) => admitTo(operation, now, credential, at),
      decide: () => ({ outcome: undefined }),
      size: 0,
    });
  }
}

export const noSpace = (): ServiceError => new ServiceError('space_not_found', 'There is no such space');

export async function presentOf(
  spaceId: string,
  { heads, snapshots }: PipelineOptions,
): Promise<{ state: SpaceState; rev: number; head: Head } | undefined> {
  const head = await heads.current(spaceId);
  const snapshot = head && (await snapshots.atLeast(spaceId, head.rev));
  if (!snapshot) return undefined;
  space.assertHere(snapshot.state.space);
  return { state: snapshot.state, rev: snapshot.rev, head };
}

export const admitTo = ({ auth, conflictsWhenOver }: Plan, state: SpaceState, credential: Credential, now: Instant): Caller =>
  admit(auth as SpaceAuth, conflictsWhenOver, state, holderIn(state, credential), now);

/** A participant who uses its key is present. */
export function noteUse(spaceId: string, caller: Caller | undefined, { presence }: PipelineOptions): void {
  if (caller?.kind === 'participant') presence.note(spaceId, caller.participant.participantId);
}

/**
 * The input of an answer. The presence of the participants is read only if the answer shows it. Spreading objects here would cost more
 * than the decision, because Node 20 copies them slowly.
 */
export function askedToTell(
  { operation, input, spaceId, metadata }: Request,
  seen: Seen,
  { presence: presences, env }: PipelineOptions,
): AskedToTell<OperationName> | Promise<AskedToTell<OperationName>> {
  const { state, now } = seen;
  const caller = callerFor(operation, seen.caller);
  const presence = () => presences.of(spaceId);
  const head = seen.head?.sequence;
  if (metadata.prefersMinimal || !operation.carriesContext) {
    const context = (visibility: Visibility) => minimalContextFields(sceneOf(seen, visibility));
    return { input, now, env, state, caller, presence, context, head };
  }
  let shown: SpacePresence;
  const context = (visibility: Visibility) =>
    contextFields(sceneOf(seen, visibility), shown, env, { known: metadata.knownContext });
  const asked = { input, now, env, state, caller, presence, context, head };
  const reading = presences.of(spaceId);
  if (reading instanceof Promise) return reading.then((read) => ((shown = read), asked));
  shown = reading;
  return asked;
}

const sceneOf = ({ state, caller, lastEventAt, now }: Seen, visibility: Visibility): Scene => ({
  state,
  visibility,
  viewerId: caller.kind === 'participant' ? caller.participant.participantId : undefined,
  lastEventAt,
  now,
});

/** Operations for participants get the participant; operations for any key get the kind of key too. */
export const callerFor = ({ auth }: Plan, caller: Caller): Caller | Participant =>
  auth !== 'anyKey' && caller.kind === 'participant' ? caller.participant : caller;
