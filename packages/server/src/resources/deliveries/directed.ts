import {
  budget,
  delivery,
  deliveryChanged,
  inbound,
  messageSent,
  participant,
  proposal,
  wake,
  type Delivery,
  type Expects,
  type Fact,
  type Instant,
  type MessageReferences,
  type Participant,
  type Signal,
  type SpaceState,
} from '@parley/core';
import type { Latest } from '../../engine/write/effects.ts';
import { Outdated } from '../../engine/write/decide.ts';
import type { Environment } from '../../engine/environment.ts';
import { deliveryMoved } from './moved.ts';

interface SendingOptions {
  state: SpaceState;
  caller: Participant;
  now: Instant;
  env: { mint: Pick<Environment['mint'], 'id'>; limits: Pick<Environment['limits'], 'openDeliveriesPerSender'> };
  latest: Latest;
}

interface Directed {
  content: string;
  to: readonly string[];
  expects: Expects;
  about: MessageReferences;
  replyTo?: string | undefined;
  /** How many deliveries of the caller are open, by addressee, if that is known. */
  open?: ReadonlyMap<string, number> | undefined;
  /** Whether it counts for the agent budget. */
  spends?: boolean;
  /** Who asked for what it says: they get it, whatever they accept otherwise. By default all, if it expects nothing. */
  askers?: readonly string[] | undefined;
  /** Its sender is an addressee too. */
  isToSelf?: boolean;
  /** The fence must not refuse it, although others send at the same time: so it stays far from the limit. */
  mustFit?: boolean;
}

interface DirectedMessage {
  /** Undefined if it was directed to nobody. */
  messageId?: string | undefined;
  deliveries: readonly Delivery[];
  signals: readonly Signal[];
  spent?: ReturnType<typeof budget.spend>['changes'];
  events: readonly Fact[];
}

/** A message that an operation sends for its caller. Those who have left, and those with too many open deliveries of the caller, get none. */
export function directed(
  { state, caller, now, env, latest }: SendingOptions,
  { content, to, open, spends, mustFit, isToSelf, askers, ...how }: Directed,
): DirectedMessage {
  const more = queuedBy(caller, latest);
  const most = env.limits.openDeliveriesPerSender / (mustFit ? 2 : 1);
  const hasRoom = (id: string) => (open?.get(id) ?? 0) + (more.get(id) ?? 0) < most;
  const reached = to.flatMap((id) => {
    const isMeant = (isToSelf || id !== caller.participantId) && participant.isHere(state, id) && hasRoom(id);
    return isMeant ? state.participants.get(id)! : [];
  });
  if (reached.length === 0) return { deliveries: [], signals: [], events: [] };
  const { events: notices, changes: spent } = spends ? budget.spend(state, caller) : { events: [] };
  const messageId = env.mint.id();
  const made = { messageId, senderId: caller.participantId, expects: how.expects };
  const deliveries = reached.map((addressee) => {
    const one = { ...made, deliveryId: env.mint.id(), participantId: addressee.participantId };
    const isAsked = askers?.includes(one.participantId) ?? how.expects === 'nothing';
    return inbound.arrive(one, { addressee, sender: caller, isAsked }, now);
  });
  return {
    messageId,
    deliveries,
    signals: wake.signalsFor(state, deliveries, env.mint.id, now),
    spent,
    events: [
      messageSent(state, caller, {
        ...{ id: messageId, content, type: 'text' },
        ...{ to: reached.map(({ participantId }) => participantId), ...how },
      }),
      ...deliveries.map(deliveryChanged),
      ...notices,
    ],
  };
}

/** Those who get a message: whoever refuses it does not. */
export const receivers = (deliveries: readonly Delivery[]): string[] =>
  deliveries.filter(({ state }) => state !== 'done').map(({ participantId }) => participantId);

/** How many deliveries of a sender this batch has queued so far, by addressee. */
export function queuedBy({ participantId: senderId }: Participant, latest: Latest): ReadonlyMap<string, number> {
  const queued = new Map<string, number>();
  for (const { version, state, ...each } of latest.all('deliveries')) {
    if (version > 0 || state === 'done' || each.senderId !== senderId) continue;
    queued.set(each.participantId, (queued.get(each.participantId) ?? 0) + 1);
  }
  return queued;
}

export interface DirectedRequest {
  input: { spaceId: string };
  env: Environment;
  now: Instant;
  caller(): Promise<Participant>;
  isAgain: boolean;
}

/** Counts the open deliveries of the caller to each addressee, if they could be too many, and remembers where they are many. */
export function openTo(
  to: readonly string[],
  { input: { spaceId }, env, now, caller, isAgain }: DirectedRequest,
): Promise<ReadonlyMap<string, number>> | undefined {
  if (to.length === 0 || !(isAgain || to.some((id) => env.fullInboxes.has(spaceId, id, now)))) return undefined;
  return countOpen(to, { spaceId, env, now, caller });
}

async function countOpen(
  to: readonly string[],
  { spaceId, env, now, caller }: Pick<DirectedRequest, 'env' | 'now' | 'caller'> & { spaceId: string },
) {
  const { participantId: senderId } = await caller();
  const open = await env.deliveries.openBetween(spaceId, senderId, to);
  for (const [id, count] of open) if (count >= env.limits.openDeliveriesPerSender / 2) env.fullInboxes.note(spaceId, id, now);
  return open;
}

const nobody: ReadonlyMap<string, number> = new Map();

/** The same for those who would decide about a proposal of the caller. */
export async function openToDeciders(
  asked: DirectedRequest & { input: { artifactId: string }; known(): { state: SpaceState } | undefined },
): Promise<ReadonlyMap<string, number> | undefined> {
  const author = await asked.caller();
  const { state } = asked.known() ?? {};
  const before = state?.artifacts.get(asked.input.artifactId);
  return before && ((await openTo(proposal.deciders(state!, before, author, asked.now), asked)) ?? nobody);
}

/** The deliveries of messages that ask somebody for something, as they were read. */
export type AnnouncedMessage = readonly Delivery[];

/** Ends the deliveries of a message that asked somebody for something. */
export function settledAll(
  asked: Pick<SendingOptions, 'state' | 'caller' | 'latest' | 'now'>,
  { deliveryIds }: { deliveryIds: readonly string[] },
  announcements: AnnouncedMessage,
  isAnswered = false,
) {
  const settled = deliveryIds.map((id) => {
    const delivery = announcements.find(({ deliveryId }) => deliveryId === id);
    // Somebody was asked again after the deliveries were looked for.
    if (!delivery) throw new Outdated();
    const isMine = delivery.participantId === asked.caller.participantId;
    return isMine && isAnswered ? settledBy(delivery, asked) : withdrawnBy(delivery, asked);
  });
  return {
    deliveries: settled.flatMap(({ changes }) => changes.deliveries),
    events: settled.flatMap(({ events }) => events),
  };
}

/** What a reply changes of the delivery of the message that it replies to, unless that has ended. */
export const settledBy = (stored: Delivery, asked: Pick<SendingOptions, 'state' | 'latest' | 'now'>) =>
  movedIfOpen(stored, asked, delivery.reply);

export const acknowledgedBy = (stored: Delivery, asked: Pick<SendingOptions, 'state' | 'latest' | 'now'>) =>
  movedIfOpen(stored, asked, delivery.acknowledge);

const withdrawnBy = (stored: Delivery, asked: Pick<SendingOptions, 'state' | 'latest' | 'now'>) =>
  movedIfOpen(stored, asked, delivery.withdraw);

export function movedIfOpen(
  stored: Delivery,
  { state, latest, now }: Pick<SendingOptions, 'state' | 'latest' | 'now'>,
  move: (present: Delivery, now: Instant) => Delivery,
) {
  const before = delivery.heldStill(latest('deliveries', stored.deliveryId) ?? stored, state.space);
  return deliveryMoved(before, now, (at) => {
    const present = delivery.current(at, state, now);
    return present.state === 'done' ? present : move(present, now);
  });
}
