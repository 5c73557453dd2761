import { ServiceError } from '../../kernel/errors.ts';
import type { Delivery, DeliveryOutcome } from '../deliveries/entity.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Wake } from './entity.ts';
import type { Changes, SpaceState } from '../../kernel/state.ts';
import { isUnanswered } from '../deliveries/rules.ts';

/** Something to send to a wake address, without content: a reference to what happened. */
export interface Signal {
  readonly signalId: string;
  readonly wakeId: string;
  readonly body: SignalBody;
  /** When it is to be sent first. */
  readonly dueAt: Instant;
}

/** A verification gets its challenge, and a delivery its sequence, when it is sent. */
export type SignalBody =
  | { readonly type: 'wake.verify'; readonly spaceId: string; readonly participantId: string }
  | {
      readonly type: 'delivery.queued';
      readonly spaceId: string;
      readonly participantId: string;
      readonly deliveryId: string;
      readonly messageId: string;
      readonly sequence?: number | undefined;
    }
  | {
      /** To who asked: no reply will come. */
      readonly type: 'delivery.ended';
      readonly kind: 'outcome';
      readonly spaceId: string;
      readonly participantId: string;
      readonly deliveryId: string;
      readonly messageId: string;
      readonly outcome: DeliveryOutcome;
      readonly sequence?: number | undefined;
    }
  | { readonly type: 'join.requested'; readonly spaceId: string; readonly participantId: string };

/** The pauses before the second, third … try of a signal; after the last try it is discarded. */
export const retryMs: readonly number[] = [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];
/** How long a receiver can fail before its address is disabled. */
export const patienceMs = 24 * 3_600_000;

export const stateOf = ({ verifiedAt, disabledAt }: Pick<Wake, 'verifiedAt' | 'disabledAt'>) =>
  disabledAt !== undefined ? 'disabled' : verifiedAt !== undefined ? 'verified' : 'pending';

const all = ({ wakes }: SpaceState): Wake[] => [...wakes.values()];

/** The wake address of a participant. */
export function find(state: SpaceState, participantId: string): Wake {
  const found = all(state).find((each) => each.participantId === participantId);
  if (!found) throw new ServiceError('wake_not_found', 'You have no wake address');
  return found;
}

type WakeWish = Pick<Wake, 'wakeId' | 'participantId' | 'url' | 'a2a' | 'push'>;

/** Replaces the wake address of a participant; returns the verification to send. */
export function put(state: SpaceState, wish: WakeWish, signalId: string, now: Instant): { changes: Changes; signal: Signal } {
  const { wakeId, participantId } = wish;
  const body = { type: 'wake.verify', spaceId: state.space.spaceId, participantId } as const;
  return {
    changes: { wakes: [{ ...wish, createdAt: now }], forgotten: { wakes: of(state, participantId) } },
    signal: { signalId, wakeId, body, dueAt: now },
  };
}

/** The addresses to delete when a participant is gone. */
export const of = (state: SpaceState, participantId: string): Wake[] =>
  all(state).filter((each) => each.participantId === participantId);

/** Undefined if there is nothing to change. */
export function verify(state: SpaceState, wakeId: string, now: Instant): Wake | undefined {
  const wake = state.wakes.get(wakeId);
  return wake && stateOf(wake) === 'pending' ? { ...wake, verifiedAt: now } : undefined;
}

/** Undefined if there is nothing to change. */
export function disable(state: SpaceState, wakeId: string, now: Instant): Wake | undefined {
  const wake = state.wakes.get(wakeId);
  return wake && stateOf(wake) !== 'disabled' ? { ...wake, disabledAt: now } : undefined;
}

/** The sequence is unknown while the message is not stored yet. */
type Moved = Pick<
  Delivery,
  'deliveryId' | 'messageId' | 'senderId' | 'participantId' | 'expects' | 'state' | 'outcome' | 'sequence'
>;

/** What a delivery as it is now has to say: to its addressee that it waits, or to its asker that no reply will come. */
function newsOf(spaceId: string, delivery: Moved): Extract<SignalBody, { deliveryId: string }> | undefined {
  const { state, outcome, senderId, participantId, deliveryId, messageId, sequence } = delivery;
  const about = { deliveryId, messageId, sequence };
  if (state === 'queued') return { type: 'delivery.queued', spaceId, participantId, ...about };
  if (outcome === undefined || !isUnanswered(delivery)) return undefined;
  return { type: 'delivery.ended', kind: 'outcome', spaceId, participantId: senderId, ...about, outcome };
}

/** The signals that deliveries make by what they are now: one for each who has a wake address. */
export function signalsFor(state: SpaceState, deliveries: readonly Moved[], newId: () => string, now: Instant): Signal[] {
  if (state.wakes.size === 0) return [];
  const wakes = new Map(all(state).map((each) => [each.participantId, each]));
  return deliveries.flatMap((each) => {
    const body = newsOf(state.space.spaceId, each);
    const wake = body && wakes.get(body.participantId);
    if (!wake || stateOf(wake) === 'disabled') return [];
    return [{ signalId: newId(), wakeId: wake.wakeId, body, dueAt: dueFor(wake, now) }];
  });
}

/** The signal that somebody asks to join, for an owner with notifications. Other receivers hear only of deliveries. */
export function signalsForOwner(state: SpaceState, newId: () => string, now: Instant): Signal[] {
  return all(state).flatMap((wake) => {
    const { wakeId, participantId } = wake;
    if (wake.push === undefined || stateOf(wake) === 'disabled' || !state.participants.get(participantId)?.isOwner) return [];
    const body = { type: 'join.requested', spaceId: state.space.spaceId, participantId } as const;
    return [{ signalId: newId(), wakeId, body, dueAt: dueFor(wake, now) }];
  });
}

/** Those for an address that is not verified yet wait for its verification. */
const dueFor = (wake: Wake, now: Instant): Instant => (stateOf(wake) === 'verified' ? now : now + patienceMs);
