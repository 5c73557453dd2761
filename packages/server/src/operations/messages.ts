import {
  budget,
  delivery,
  deliveryChanged,
  maxPageBytes,
  messageSent,
  ServiceError,
  sightOf,
  wake,
  type Delivery,
  type Fact,
  type Instant,
  type Participant,
  type SpaceState,
} from '@parley/core';
import { Json } from '../present/json.ts';
import type { Decision, Latest } from '../space/decision.ts';
import { reachOf } from '../present/reach.ts';
import { dateTime } from '../present/time.ts';
import type { View } from '../present/view.ts';
import { Quiet, read, writeWith, type Answer, type AskedToTell, type Environment, type Follow } from './define.ts';
import { deliveryMoved } from './delivery-moved.ts';

interface Sent {
  messageId: string;
  deliveries?: readonly Pick<Delivery, 'deliveryId' | 'participantId' | 'state'>[];
}

/** What the decision about a message needs besides the state. */
interface Prepared {
  replied?: Replied | undefined;
  /** How many deliveries of the sender are open, by addressee; without it, the fence alone refuses what is too much. */
  open?: ReadonlyMap<string, number> | undefined;
}

/** What a message replies to. */
interface Replied {
  message: number | undefined;
  /** The delivery of that message to the sender of the reply. */
  delivery?: Delivery | undefined;
}

export const sendMessage = writeWith<'sendMessage'>()<Prepared | undefined, Sent>(
  ({ input: { spaceId, to, replyTo }, env, caller, now, isAgain }) => {
    if (!to && replyTo === undefined) return undefined;
    const isCrowded = to && (isAgain || to.some((id) => env.crowded.has(spaceId, id, now)));
    if (!isCrowded && replyTo === undefined) return {};
    return prepared({ spaceId, replyTo, to: isCrowded ? to : undefined }, { env, caller, now });
  },
  (
    { state, caller, input: { content, type, to, replyTo, expects = to && 'reply' }, now, env, latest },
    { replied, open } = {},
  ): Decision<Sent> => {
    if (replied && replied.message === undefined) throw unknownMessage();
    const meant = to ? delivery.addressees(state, caller, to) : [];
    if (to && open) {
      const more = queuedBy(caller, latest);
      delivery.assertRoom(to, (id) => (open.get(id) ?? 0) + (more.get(id) ?? 0), env.limits.openDeliveriesPerSender);
    }
    const { events: notices, changes: spent } = budget.spend(state, caller);
    const id = env.mint.id();
    const message = messageSent(caller, { id, content, type, to, replyTo, expects });
    if (!to && !replied) {
      const outcome = { messageId: id };
      return spent ? { changes: spent, events: [message, ...notices], outcome } : { events: [message], outcome };
    }
    const made = { messageId: id, senderId: caller.participantId, expects: expects! };
    const queued = meant.map(({ participantId }) => delivery.queue({ ...made, deliveryId: env.mint.id(), participantId }, now));
    const settled = replied?.delivery && settledBy(replied.delivery, state, latest, now);
    const events: Fact[] = [message, ...queued.map(deliveryChanged), ...(settled?.events ?? []), ...notices];
    const receipts = queued.map(({ deliveryId, participantId, state }) => ({ deliveryId, participantId, state }));
    return {
      changes: {
        ...spent,
        deliveries: [...queued, ...(settled?.changes.deliveries ?? [])],
        signals: wake.signalsFor(state, queued, env.mint.id, now),
      },
      events,
      outcome: { messageId: id, ...(to && { deliveries: receipts }) },
    };
  },
  ({ messageId, deliveries }, asked) => {
    const bundle = asked.context(sightOf(asked.caller));
    if (!deliveries) return new Json(`{"messageId":"${messageId}",${bundle}}`);
    return receiptsOf(deliveries, asked).then(
      (receipts) => new Json(`{"messageId":"${messageId}","deliveries":${JSON.stringify(receipts)},${bundle}}`),
    );
  },
  { isLogged: true },
);

interface Preparing {
  env: Environment;
  caller(): Promise<Participant>;
}

async function prepared(
  { spaceId, replyTo, to }: { spaceId: string; replyTo: string | undefined; to: readonly string[] | undefined },
  { now, ...preparing }: Preparing & { now: Instant },
): Promise<Prepared> {
  const [replied, open] = await Promise.all([
    replyTo === undefined ? undefined : repliedTo(spaceId, replyTo, preparing),
    to && openTo(spaceId, to, { ...preparing, now }),
  ]);
  return { replied, open };
}

async function repliedTo(spaceId: string, replyTo: string, { env, caller }: Preparing): Promise<Replied> {
  const { participantId } = await caller();
  const message = await env.events.sequenceOf(spaceId, replyTo);
  if (message === undefined) return { message };
  return { message, delivery: await env.deliveries.ofMessage(spaceId, participantId, message) };
}

/** Counts the open deliveries of the caller to each addressee, and remembers where they are many. */
async function openTo(spaceId: string, to: readonly string[], { env, caller, now }: Preparing & { now: Instant }) {
  const { participantId: senderId } = await caller();
  const open = await env.deliveries.openBetween(spaceId, senderId, to);
  for (const [id, count] of open) if (count >= env.limits.openDeliveriesPerSender / 2) env.crowded.note(spaceId, id, now);
  return open;
}

/** How many deliveries of a sender this turn has queued so far, by addressee. */
function queuedBy({ participantId: senderId }: Participant, latest: Latest): ReadonlyMap<string, number> {
  const queued = new Map<string, number>();
  for (const { version, state, ...each } of latest.all('deliveries')) {
    if (version > 0 || state === 'done' || each.senderId !== senderId) continue;
    queued.set(each.participantId, (queued.get(each.participantId) ?? 0) + 1);
  }
  return queued;
}

async function receiptsOf(
  deliveries: NonNullable<Sent['deliveries']>,
  { state, presence: read, now }: AskedToTell<'sendMessage'>,
) {
  const presence = await read();
  return deliveries.map((each): View<'deliveryReceipt'> => {
    const addressee = state.participants.get(each.participantId);
    return { ...each, reach: addressee ? reachOf(addressee, presence, now) : 'away' };
  });
}

const unknownMessage = () => {
  const issue = { field: 'replyTo', message: 'must be the id of a message in this space' };
  return new ServiceError('invalid_request', `${issue.field} ${issue.message}`, { issues: [issue] });
};

/** What a reply changes of the delivery of the message that it replies to, unless that has ended. */
function settledBy(stored: Delivery, state: SpaceState, latest: Latest, now: Instant) {
  const before = latest('deliveries', stored.deliveryId) ?? stored;
  return deliveryMoved(before, now, (at) => {
    const present = delivery.current(at, state, now);
    return present.state === 'done' ? present : delivery.reply(present, now);
  });
}

export const listMessages = read<'listMessages'>(async ({ state, caller, input, env, context }, head) => {
  const { spaceId, createdAt } = state.space;
  const from = placeOf(input) ?? { after: 0 };
  const { messages, hasMore } = await env.log.messages(spaceId, from, head.sequence, {
    events: input.limit,
    bytes: maxPageBytes,
  });
  const cursor = dateTime(messages.at(-1)?.at ?? input.timestamp ?? createdAt);
  const list = messages.map(({ json }) => json).join(',');
  const bundle = context(sightOf(caller));
  const page: Answer<'listMessages'> = new Json(`{"messages":[${list}],"cursor":"${cursor}","hasMore":${hasMore},${bundle}}`);
  return messages.length === 0 ? new Quiet(page, input.wait * 1000) : page;
});

export const streamMessages: Follow<'streamMessages'> = {
  kind: 'follow',
  from: ({ lastEventId, timestamp }) => (lastEventId === undefined ? placeOf({ timestamp }) : { after: Number(lastEventId) }),
};

/** Where to continue: after a sequence, otherwise after an instant. */
function placeOf({ after, timestamp }: { after?: number | undefined; timestamp?: Instant | undefined }) {
  if (after !== undefined) return { after };
  return timestamp === undefined ? undefined : { at: timestamp };
}
