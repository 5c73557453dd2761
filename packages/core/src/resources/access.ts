import type { Auth } from '../kernel/credentials.ts';
import { canMeetPause, type Operation } from '../kernel/operation.ts';
import { ServiceError } from '../kernel/errors.ts';
import { isGone, type Participant } from './participants/entity.ts';
import { type Instant } from '../kernel/instant.ts';
import { type Invitation } from './invitations/entity.ts';
import type { SpaceState } from '../kernel/state.ts';
import { assertWorks } from './invitations/rules.ts';
import { isOver, type Space } from '../kernel/space.ts';
import { refusal as pauseRefusal } from './spaces/pause.ts';

/** The holder of a key; `former` if the participant replaced it, `unknown` if it has none. `from`: where the request has the key. */
export type Holder =
  | { kind: 'participant'; participant: Participant }
  | { kind: 'invitation'; invitation: Invitation }
  | { kind: 'former'; participant: Participant }
  | { kind: 'unknown'; from?: string | undefined };

export type Caller = Exclude<Holder, { kind: 'unknown' | 'former' }>;

type SpaceAuth = Exclude<Auth, 'none' | 'session' | 'identity'>;

const wanted: Record<SpaceAuth, string> = {
  owner: 'the owner key',
  participant: 'the key of a participant other than the owner',
  member: 'an owner or participant key',
  invitation: 'an invitation key',
  anyKey: 'a key of this space',
};

/** The holder of a key, even if the membership has ended. Throws if the key is unknown. */
export function presentHolder(holder: Holder): Caller {
  if (holder.kind === 'unknown') {
    const from = holder.from === undefined ? '' : ` in ${holder.from}`;
    throw new ServiceError('key_unknown', `The key${from} does not open this space`);
  }
  if (holder.kind === 'former') throw new ServiceError('key_revoked', 'This key no longer works: its holder replaced it');
  return holder;
}

/**
 * Admits the holder of a key to an operation, or throws the refusal (decisions §1).
 * `conflicts` says whether the operation can answer 409: then a space that is over answers 409, otherwise 401.
 */
export function admit(auth: SpaceAuth, conflicts: boolean, state: SpaceState, shown: Holder, now: Instant): Caller {
  const holder = presentHolder(shown);
  if (holder.kind === 'participant' && holder.participant.status === 'waitingForApproval') {
    throw new ServiceError('key_unknown', 'The owner has not approved this participant yet');
  }
  if (holder.kind === 'participant' && isGone(holder.participant)) {
    throw new ServiceError(
      'key_revoked',
      `This key no longer works: its holder ${holder.participant.status === 'left' ? 'left' : 'was kicked'}`,
    );
  }
  // The operations for joining check this themselves: a caller who asked in time can still collect the answer.
  if (holder.kind === 'invitation' && auth !== 'invitation') assertWorks(holder.invitation, now);
  if (isOver(state.space, now)) {
    if (conflicts) throw new ServiceError('space_closed', 'The space is closed');
    throw new ServiceError('key_expired', 'The space has ended and its keys no longer work');
  }
  if (!fits(auth, holder)) throw new ServiceError('key_wrong_type', `This operation needs ${wanted[auth]}`);
  return holder;
}

type Acting = Pick<Operation, 'refusesMuted' | 'whilePaused' | 'method' | 'answers' | 'auth'>;

/**
 * Decisions §1 and §22: muted participants can only read, and while the space is paused agents too. Not a part of `admit`, because a retry of
 * what they did before gets its answer.
 */
export function assertMayAct(operation: Acting, caller: Caller, { paused }: Pick<Space, 'paused'>, input: object): void {
  if (caller.kind !== 'participant') return;
  const { status, speaker } = caller.participant;
  if (operation.refusesMuted && status === 'muted') throw new ServiceError('muted', 'You are muted: you can only read');
  if (!paused || !canMeetPause(operation) || isKept(operation, input)) return;
  const isForAll = operation.whilePaused === 'refused';
  if (isForAll || (speaker !== 'owner' && speaker !== 'human')) throw pauseRefusal(paused, isForAll);
}

/** Whether the input makes it an operation that works while the space is paused. */
function isKept({ whilePaused }: Pick<Operation, 'whilePaused'>, input: object): boolean {
  if (typeof whilePaused !== 'object') return false;
  return Object.entries(whilePaused.works).every(
    ([field, value]) => (input as Readonly<Record<string, unknown>>)[field] === value,
  );
}

function fits(auth: SpaceAuth, holder: Caller): boolean {
  switch (auth) {
    case 'anyKey':
      return true;
    case 'invitation':
      return holder.kind === 'invitation';
    case 'member':
      return holder.kind === 'participant';
    case 'owner':
      return holder.kind === 'participant' && holder.participant.isOwner;
    case 'participant':
      return holder.kind === 'participant' && !holder.participant.isOwner;
  }
}
