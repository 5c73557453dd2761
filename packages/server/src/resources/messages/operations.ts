import type { Environment } from '../../engine/environment.ts';
import {
  type DeliveryReceipt,
  budget,
  correction,
  delivery,
  deliveryChanged,
  file,
  inbound,
  invalidField,
  maxAddressees,
  maxPageBytes,
  message as rules,
  messageSent,
  missing,
  notFound,
  visibilityOf,
  wake,
  type Delivery,
  type Fact,
  type Instant,
  type MessageView,
  type Participant,
} from '@parley/core';
import { Json } from '../../engine/present/json.ts';
import type { Effects } from '../../engine/write/effects.ts';
import { reachOf } from '../../engine/stream/reach.ts';
import { dateTime } from '../../engine/present/time.ts';
import { follow, Quiet, read, writeWith, type Answer, type AskedToTell } from '../../engine/operation.ts';
import type { EventRow } from '../../engine/store/events.ts';
import { movedIfOpen, openTo, queuedBy, settledBy } from '../deliveries/directed.ts';
import { firstOf, replacing, withCorrections, type StoredMessage } from './stored.ts';

interface SentMessage {
  messageId: string;
  deliveries?: readonly Omit<DeliveryReceipt, 'reach'>[];
}

/** What the decision about a message needs besides the state. */
interface PreparedMessage {
  replied?: Replied | undefined;
  /** Set if it replaces another one. */
  replaced?: StoredMessage | 'unknown' | undefined;
  /** How many deliveries of the sender are open, by addressee; without it, the fence alone refuses what is too much. */
  open?: ReadonlyMap<string, number> | undefined;
}

/** What a message replies to. */
interface Replied {
  message: number | undefined;
  /** The delivery of that message to the sender of the reply. */
  delivery?: Delivery | undefined;
}

export const sendMessage = writeWith<'sendMessage'>()<PreparedMessage | undefined, SentMessage>(
  (asked) => {
    const { spaceId, to, replyTo, replaces } = asked.input;
    if (replaces !== undefined) return replacedBy(replaces, asked);
    if (!to && replyTo === undefined) return undefined;
    if (replyTo === undefined) return openTo(to!, asked)?.then((open) => ({ open })) ?? {};
    return repliedTo(spaceId, replyTo, asked).then(async (replied) => {
      const asker = replied.delivery?.senderId;
      return { replied, open: await openTo([...new Set([...(to ?? []), ...(asker ? [asker] : [])])], asked) };
    });
  },
  (
    { state, caller, input: { content, type, to, replyTo, expects = to && 'reply', attachments }, now, env, latest },
    { replied, replaced, open } = {},
  ): Effects<SentMessage> => {
    if (replaced === 'unknown') throw invalidField('replaces', 'must be the id of a message in this space');
    if (replaced) correction.assertReplaceable(replaced.fact, caller, { at: replaced.at, now });
    if (replied && replied.message === undefined) throw unknownMessage();
    const meant = to ? delivery.addressees(state, caller, to) : [];
    const more = open && queuedBy(caller, latest);
    const openBy = (id: string) => (open?.get(id) ?? 0) + (more?.get(id) ?? 0);
    if (to) delivery.assertRoom(to, openBy, env.limits.openDeliveriesPerSender);
    const { events: notices, changes: spent } = budget.spend(state, caller);
    const id = env.mint.id();
    const attached = attachments && file.attached(state, attachments);
    const corrects = replaced && correction.correctionOf(replaced.fact, replaced.sequence, attached);
    const message = messageSent(state, caller, {
      id,
      content,
      type,
      to,
      replyTo,
      expects,
      attachments: attached,
      ...corrects,
    });
    if (!to && !replied) {
      const outcome = { messageId: id };
      const erasures = replaced && [replacing(replaced, message)];
      if (erasures) return { ...(spent && { changes: spent }), erasures, events: [message, ...notices], outcome };
      return spent ? { changes: spent, events: [message, ...notices], outcome } : { events: [message], outcome };
    }
    const sent = { messageId: id, senderId: caller.participantId, expects: expects! };
    const settled = replied?.delivery && settledBy(replied.delivery, { state, latest, now });
    const ended = settled?.changes.deliveries ?? [];
    // Who asked gets the reply, whatever it accepts otherwise.
    const asker = ended.find(({ outcome }) => outcome === 'replied')?.senderId;
    const made = meant.map((addressee) => {
      const { participantId } = addressee;
      const one = { ...sent, deliveryId: env.mint.id(), participantId };
      return inbound.arrive(one, { addressee, sender: caller, isAsked: participantId === asker }, now);
    });
    // Who asked is told by what the reply directs to them, and not at all while so much of this participant waits for them already.
    const reached = ended
      .map((each) => delivery.reached(each, { messageId: id, deliveryId: env.mint.id() }))
      .filter((each) => each !== undefined)
      .filter(({ participantId: asker }) => !to?.includes(asker) && openBy(asker) < env.limits.openDeliveriesPerSender)
      .map((each) => delivery.queue(each, now));
    const changed = [...made, ...ended, ...reached];
    const events: Fact[] = [
      ...[message, ...made.map(deliveryChanged), ...(settled?.events ?? []), ...reached.map(deliveryChanged)],
      ...notices,
    ];
    const receipts = made.map(({ deliveryId, participantId, state, outcome }) => ({
      ...{ deliveryId, participantId, state },
      ...(outcome === 'refused' && { outcome }),
    }));
    return {
      changes: {
        ...spent,
        deliveries: changed,
        signals: wake.signalsFor(state, changed, env.mint.id, now),
      },
      events,
      outcome: { messageId: id, ...(to && { deliveries: receipts }) },
    };
  },
  ({ messageId, deliveries }, asked) => {
    const bundle = asked.context(visibilityOf(asked.caller));
    if (!deliveries) return Json.ending(`{"messageId":"${messageId}",`, bundle);
    return receiptsOf(deliveries, asked).then((receipts) =>
      Json.ending(`{"messageId":"${messageId}","deliveries":${JSON.stringify(receipts)},`, bundle),
    );
  },
  { isLogged: true },
);

interface MessageRequest {
  input: { spaceId: string };
  env: Environment;
  caller(): Promise<Participant>;
}

async function replacedBy(replaces: string, { input: { spaceId }, env, caller }: MessageRequest): Promise<PreparedMessage> {
  await caller();
  return { replaced: (await firstOf(spaceId, replaces, env)) ?? 'unknown' };
}

async function repliedTo(spaceId: string, replyTo: string, { env, caller }: MessageRequest): Promise<Replied> {
  const { participantId } = await caller();
  const message = await env.events.sequenceOf(spaceId, replyTo);
  if (message === undefined) return { message };
  return { message, delivery: await env.deliveries.ofMessage(spaceId, participantId, message) };
}

async function receiptsOf(
  deliveries: NonNullable<SentMessage['deliveries']>,
  { state, presence: read, now }: AskedToTell<'sendMessage'>,
) {
  const presence = await read();
  return deliveries.map((each): DeliveryReceipt => {
    const addressee = state.participants.get(each.participantId);
    return { ...each, reach: addressee ? reachOf(addressee, presence, now) : 'away' };
  });
}

const unknownMessage = () => invalidField('replyTo', 'must be the id of a message in this space');

/** A message and its corrections as they were read: they can have been redacted since. */
interface FoundMessages {
  found: readonly StoredMessage[];
  /** The deliveries of the first without an outcome. */
  deliveries: readonly Delivery[];
}

export const redactMessage = writeWith<'redactMessage'>()(
  async ({ input: { spaceId, messageId }, env, now, caller }): Promise<FoundMessages> => {
    await caller();
    const found = await withCorrections(spaceId, messageId, env);
    const [first] = found;
    if (!first) return { found, deliveries: [] };
    const place = { spaceId, after: first.sequence - 1, limit: maxAddressees + 1, now };
    const sent = await env.deliveries.sent('pending', { ...place, participantId: first.fact.senderId });
    return { found, deliveries: sent.filter((each) => each.sequence === first.sequence) };
  },
  (asked, { found, deliveries }): Effects<MessageView> => {
    const { state, caller, input, now, env } = asked;
    const named = found.find(({ fact }) => fact.id === input.messageId);
    if (!named) throw notFound(missing.messageId);
    for (const { fact } of found) rules.assertRedactable(fact, caller);
    const viewOf = (row: EventRow) => JSON.parse(env.log.event(state.space.spaceId, row).json) as MessageView;
    const left = found.filter(({ fact }) => !fact.redacted);
    if (left.length === 0) return { outcome: viewOf(named), isRepeatable: true };
    const redacted = { by: caller.participantId, at: dateTime(now), reason: input.reason };
    const after = new Map(left.map((each) => [each, JSON.stringify(rules.redact(each.fact, redacted))]));
    // Nothing is left to do for its addressees.
    const withdrawn = deliveries.map((each) => movedIfOpen(each, asked, delivery.withdraw));
    return {
      ...(withdrawn.length > 0 && { changes: { deliveries: withdrawn.flatMap(({ changes }) => changes.deliveries) } }),
      erasures: left.map((each) => ({ sequence: each.sequence, before: each.body, after: after.get(each)! })),
      events: [
        ...left.map(({ sequence, fact }) => rules.redactedAt(sequence, fact, redacted)),
        ...withdrawn.flatMap(({ events }) => events),
      ],
      outcome: viewOf({ ...named, body: after.get(named) ?? named.body }),
    };
  },
);

export const listMessages = read<'listMessages'>(async ({ state, caller, input, env, context }, head) => {
  const { spaceId, createdAt } = state.space;
  const from = placeOf(input) ?? { after: 0 };
  const { messages, hasMore } = await env.log.messages(spaceId, from, head.sequence, {
    events: input.limit,
    bytes: maxPageBytes,
  });
  const cursor = dateTime(messages.at(-1)?.at ?? input.timestamp ?? createdAt);
  const list = messages.map(({ json }) => json).join(',');
  const before = `{"messages":[${list}],"cursor":"${cursor}","hasMore":${hasMore},`;
  const page: Answer<'listMessages'> = Json.ending(before, context(visibilityOf(caller)));
  return messages.length === 0 ? new Quiet(page, input.wait * 1000) : page;
});

export const streamMessages = follow<'streamMessages'>(({ lastEventId, timestamp }) =>
  lastEventId === undefined ? placeOf({ timestamp }) : { after: Number(lastEventId) },
);

/** Where to continue: after a sequence, otherwise after an instant. */
function placeOf({ after, timestamp }: { after?: number | undefined; timestamp?: Instant | undefined }) {
  if (after !== undefined) return { after };
  return timestamp === undefined ? undefined : { at: timestamp };
}
