import type { Auth } from '../contract/credentials.ts';
import { ServiceError } from '../errors.ts';
import { isGone, type Instant, type Invitation, type Participant, type SpaceState } from '../state.ts';
import { assertWorks } from './invitation.ts';
import { isOver } from './space.ts';

/** What a key turned out to be; `unknown` when nobody holds it. */
export type Holder =
  | { kind: 'participant'; participant: Participant }
  | { kind: 'invitation'; invitation: Invitation }
  | { kind: 'unknown' };

export type Caller = Exclude<Holder, { kind: 'unknown' }>;

type SpaceAuth = Exclude<Auth, 'none' | 'session' | 'identity'>;

const wanted: Record<SpaceAuth, string> = {
  owner: 'the owner key',
  participant: 'a participant key',
  member: 'an owner or participant key',
  invitation: 'an invitation key',
  anyKey: 'a key of this space',
};

/**
 * Lets the holder of a key through to an operation, or says why not (decisions §1).
 * `conflicts` tells whether the operation's table row lists 409: then a space that is over answers that, else 401.
 */
export function admit(auth: SpaceAuth, conflicts: boolean, state: SpaceState, holder: Holder, now: Instant): Caller {
  if (holder.kind === 'unknown') throw new ServiceError('key_unknown', 'This key does not open this space');
  if (holder.kind === 'participant' && holder.participant.status === 'waitingForApproval') {
    throw new ServiceError('key_unknown', 'The owner has not approved the holder of this key');
  }
  if (holder.kind === 'participant' && isGone(holder.participant)) {
    throw new ServiceError(
      'key_revoked',
      `This key stopped working: its holder ${holder.participant.status === 'left' ? 'left' : 'was kicked'}`,
    );
  }
  // Joining and asking for the answer to it look for themselves: who asked in time still learns what became of it.
  if (holder.kind === 'invitation' && auth !== 'invitation') assertWorks(holder.invitation, now);
  if (isOver(state.space, now)) {
    if (conflicts) throw new ServiceError('space_closed', 'The space is closed');
    throw new ServiceError('key_expired', 'The space is closed and its keys stopped working');
  }
  if (!fits(auth, holder)) throw new ServiceError('key_wrong_type', `This needs ${wanted[auth]}`);
  return holder;
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
