import type { Instant } from '../../kernel/instant.ts';
import type { SpaceState } from '../../kernel/state.ts';
import type { Inbound, Participant } from '../participants/entity.ts';
import { isHere } from '../participants/rules.ts';
import type { Delivery } from './entity.ts';
import { addressees, hold, queue, refuse, type NewDelivery } from './rules.ts';
import type { InboundView } from './views.ts';

/** What applies to participants who have said nothing else. */
const open: Inbound = { accept: 'all', others: 'hold' };

/** Whose messages a participant accepts, without those who are gone. */
export function of({ inbound: { accept, others } = open }: Participant, state: SpaceState): InboundView {
  return { accept: typeof accept === 'string' ? accept : accept.filter((id) => isHere(state, id)), others };
}

/** The participant once it has said whose messages it accepts. Throws if it names somebody who is not here, or itself. */
export function put(state: SpaceState, participant: Participant, wish: Inbound): Participant {
  const { accept, others } = wish;
  if (typeof accept !== 'string') addressees(state, participant, accept, 'accept');
  const isOpen = accept === open.accept && others === open.others;
  return { ...participant, inbound: isOpen ? undefined : { accept, others } };
}

interface Arriving {
  addressee: Participant;
  sender: Participant;
  /** It answers what the addressee asked. */
  isAsked: boolean;
}

/** A new delivery, as its addressee wants it: queued, held or refused. */
export function arrive(made: NewDelivery, { addressee: { inbound }, sender, isAsked }: Arriving, now: Instant): Delivery {
  const queued = queue(made, now);
  if (!inbound || isAsked || accepts(inbound, sender)) return queued;
  return inbound.others === 'hold' ? hold(queued) : refuse(queued, now);
}

/** The owner is always accepted: who moderates a space must reach everybody in it. */
function accepts({ accept }: Inbound, { participantId, isOwner, speaker }: Participant): boolean {
  if (isOwner || accept === 'all') return true;
  return accept === 'humans' ? speaker === 'human' : accept.includes(participantId);
}
