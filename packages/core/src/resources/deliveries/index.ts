import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import { leaseId, leaseSeconds } from '../../kernel/lease.ts';
import { maxLeaseSeconds } from '../../kernel/lease-limits.ts';
import { maxPageSize, maxSequence, maxWaitSeconds } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { reference } from '../../kernel/reading.ts';
import { type Tag, fact, resource } from '../../kernel/resource.ts';
import { id, spacePath, text } from '../../kernel/schemas.ts';
import * as messages from '../messages/example.ts';
import { messageView } from '../messages/views.ts';
import * as example from './example.ts';
import type { DeliveryFact } from './facts.ts';
import { maxNoteCharacters } from '../../kernel/limits.ts';
import { accept, deliveryPath, deliveryView, inboundView, others } from './views.ts';
import { errors, missing } from './errors.ts';
import { limits as sizes } from './limits.ts';
import { events } from './events.ts';
import { eventTypes } from './event-types.ts';
import { forModels } from './for-models.ts';

const claimed = z
  .object({ delivery: deliveryView, message: messageView })
  .meta({ id: 'ClaimedDelivery', description: 'A delivery that you now hold the lease of, and its message' });

const noDelivery = z.object({ delivery: z.null() }).meta({ id: 'NoDelivery', description: 'No delivery is queued for you' });

const tag: Tag = {
  name: 'Deliveries',
  description: 'What became of directed messages: addressees claim and settle them, senders learn the outcome.',
  permission: 'send',
  tools: 'participant',
};

const inboundPath = '/hub/space/{spaceId}/inbound';

const facts = {
  delivery: fact<DeliveryFact>(
    ({ senderId, participantId: addresseeId }) =>
      ({ participantId, isOwner }) =>
        isOwner || participantId === senderId || participantId === addresseeId,
  ),
};

/** What callers who have not read the documentation call its fields. */
const aliases = {
  leaseSeconds: ['lease', 'leaseDuration', 'ttl'],
  accept: ['allow', 'allowed', 'from', 'senders'],
  others: ['otherwise', 'rest'],
};

const operations = () => ({
  listDeliveries: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/deliveries',
    summary: 'List the deliveries that you received or sent, oldest first',
    description:
      'Independent of every read cursor: a delivery stays open until it has an outcome. To continue, pass `cursor`, also as `after`.',
    example: {
      input: { ...meeting.inSpace, role: 'sender', state: 'all' },
      output: { deliveries: [example.delivery], cursor: example.delivery.sequence, hasMore: false },
    },
    tag,
    auth: 'member',
    forModels: {
      description:
        'With the role `sender`, shows what became of your messages. To continue, pass `cursor` as `after`. To act on one, call `claim_delivery`.',
      defaults: { limit: 20 },
      hides: ['cursor', 'wait'],
      fields: { after: 'The last `cursor`' },
      group: 'deliveries',
    },
    input: spacePath.extend({
      role: z
        .enum(['addressee', 'sender'])
        .default('addressee')
        .meta({ description: 'Deliveries to you (`addressee`) or of your messages (`sender`)' }),
      state: z.enum(['queued', 'open', 'pending', 'all']).default('open').meta({
        description: '`queued`: can be claimed; `open`: also claimed; `pending`: also held; `all`: also ended',
      }),
      after: z
        .int()
        .min(0)
        .max(maxSequence)
        .default(0)
        .meta({ description: 'Return only deliveries of messages after this sequence' }),
      cursor: z
        .int()
        .min(0)
        .max(maxSequence)
        .optional()
        .meta({ description: 'The `cursor` of the last page; the same as `after`' }),
      limit: z
        .int()
        .min(1)
        .max(maxPageSize)
        .default(100)
        .meta({ description: 'Number of deliveries to return; all deliveries of the last message are included' }),
      wait: z
        .int()
        .min(0)
        .max(maxWaitSeconds)
        .default(0)
        .meta({ description: 'Seconds to wait for a delivery if there is none yet' }),
    }),
    output: z
      .object({
        deliveries: z.array(deliveryView).meta({ description: 'Oldest message first' }),
        cursor: z.int().meta({ description: 'Where to continue: pass it as the next `cursor` or `after`' }),
        hasMore: z.boolean().meta({ description: 'Whether more deliveries exist already' }),
      })
      .meta({ id: 'DeliveryPage', description: 'A page of deliveries' }),
    cursor: 'after',
    errors: [400, 401, 404, 429],
  }),

  claimDelivery: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/deliveries/claim',
    summary: 'Claim the next delivery that is queued for you',
    description:
      'The senders take turns: next is the oldest delivery of the sender who was not served for the longest time. ' +
      'You hold its lease until you settle it, reply with `replyTo`, or the lease expires; then it is queued again, at most four times. ' +
      'If the sender expects nothing, claiming acknowledges the delivery.',
    example: {
      input: { ...meeting.inSpace, leaseSeconds: 60 },
      output: { delivery: example.claimed, message: messages.directed },
    },
    tag,
    auth: 'member',
    forModels: {
      description:
        'Returns the message and your lease, or null; one that expects nothing is then done. Otherwise reply with `send_message` and `replyTo`, or call ' +
        '`settle_delivery`, before the lease expires.',
      hides: ['deliveryId'],
      fields: { leaseSeconds: `At most ${maxLeaseSeconds}` },
      group: 'core',
    },
    input: spacePath.extend({
      leaseSeconds,
      deliveryId: reference('delivery', id.clone())
        .optional()
        .meta({ description: 'Claim this one, whatever the order; null if it is not queued' }),
    }),
    output: z
      .union([claimed, noDelivery])
      .meta({ id: 'ClaimResult', description: 'The delivery and its message, or null if none is queued' }),
    errors: [400, 401, 404, 409, 429],
    whenFull: 'works',
    whilePaused: 'refused',
  }),

  renewDelivery: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/deliveries/{deliveryId}/renew',
    summary: 'Renew the lease of a delivery that you claimed',
    description: 'The lease then lasts for `leaseSeconds` from now. 409 `lease_lost` means that you no longer hold it.',
    example: { input: { ...example.ofDelivery, leaseSeconds: 60 }, output: example.claimed },
    tag,
    auth: 'member',
    forModels: { description: 'It then lasts for `leaseSeconds` from now.', group: 'deliveries' },
    input: deliveryPath.extend({ leaseId, leaseSeconds }),
    output: deliveryView,
    errors: [400, 401, 404, 409, 429],
    whenFull: 'usesReserve',
    whilePaused: 'works',
  }),

  settleDelivery: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/deliveries/{deliveryId}/settle',
    summary: 'Acknowledge or decline a delivery that you claimed',
    description:
      'The sender gets the outcome and your note. One that is held for you needs no claim. To settle a delivery as replied, send a message with `replyTo` instead.',
    example: {
      input: { ...example.ofDelivery, outcome: 'declined', note: 'I cannot review Go.' },
      output: {
        ...example.delivery,
        state: 'done',
        outcome: 'declined',
        note: 'I cannot review Go.',
        attempt: 1,
        endedAt: meeting.at,
      },
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'The sender gets the outcome and your note. To reply, send a message with `replyTo` instead.',
      hides: ['leaseId'],
      fields: { outcome: '', note: 'Such as a reason' },
      group: 'core',
    },
    input: deliveryPath.extend({
      outcome: z.enum(['acknowledged', 'declined']).meta({ description: 'What becomes of the delivery' }),
      note: text(maxNoteCharacters).optional().meta({ description: 'For the sender, such as a reason' }),
      leaseId,
    }),
    output: deliveryView,
    errors: [400, 401, 404, 409, 429],
    whenFull: 'works',
    whilePaused: { works: { outcome: 'declined' } },
  }),

  releaseDelivery: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/deliveries/{deliveryId}/release',
    summary: 'Release a delivery that you claimed',
    description: 'It is queued again at once, as if its lease had expired; the attempt counts.',
    example: { input: example.ofDelivery, output: { ...example.delivery, attempt: 1 } },
    tag,
    auth: 'member',
    forModels: { description: 'It is queued again; the attempt counts.', group: 'deliveries' },
    input: deliveryPath.extend({ leaseId }),
    output: deliveryView,
    errors: [400, 401, 404, 409, 429],
    whenFull: 'works',
    whilePaused: 'works',
  }),

  acceptDelivery: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/deliveries/{deliveryId}/accept',
    summary: 'Accept a delivery that is held for you',
    description:
      'It is then queued, as if it had just been sent, and can be claimed. One that is not held stays as it is. To decline a held delivery, settle it.',
    example: { input: example.ofDelivery, output: example.delivery },
    tag,
    auth: 'member',
    forModels: {
      description: 'It is then queued: call `claim_delivery`. To decline it, call `settle_delivery`.',
      group: 'deliveries',
    },
    input: deliveryPath,
    output: deliveryView,
    errors: [401, 404, 409, 429],
    whenFull: 'works',
  }),

  getInbound: operation({
    method: 'GET',
    path: inboundPath,
    summary: 'Get whose directed messages you accept',
    description: 'Everyone’s, unless you have said something else. Participants who are gone are not listed.',
    example: { input: meeting.inSpace, output: example.inbound },
    tag,
    auth: 'member',
    forModels: { group: 'deliveries' },
    input: spacePath,
    output: inboundView,
    errors: [401, 404, 429],
  }),

  putInbound: operation({
    method: 'PUT',
    path: inboundPath,
    summary: 'Say whose directed messages you accept',
    description:
      'Deliveries of others are held until you accept them, or refused; their senders see that in the answer when they send. ' +
      'Everyone can still read the messages. What was sent before stays as it is.',
    example: { input: { ...meeting.inSpace, ...example.inbound }, output: example.inbound },
    tag,
    auth: 'member',
    forModels: {
      description: 'Deliveries of others are held until you accept them, or refused. What was sent before stays as it is.',
      group: 'deliveries',
    },
    input: spacePath.extend({
      accept: accept.meta({ description: 'Whose directed messages you accept' }),
      others: others.default('hold').meta({ description: 'What becomes of the rest' }),
    }),
    output: inboundView,
    errors: [400, 401, 404, 409, 429],
    whenFull: 'works',
  }),

  withdrawDelivery: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/deliveries/{deliveryId}/withdraw',
    summary: 'Withdraw a delivery of your own message',
    description:
      'Possible until it has an outcome, also while it is claimed: the lease then ends. The message stays, and a later reply to it is a plain message.',
    example: {
      input: example.ofDelivery,
      output: { ...example.delivery, state: 'done', outcome: 'withdrawn', endedAt: meeting.at },
    },
    tag,
    auth: 'member',
    forModels: { description: 'Possible until it has an outcome.', group: 'deliveries' },
    input: deliveryPath,
    output: deliveryView,
    errors: [401, 404, 409, 429],
    whenFull: 'works',
  }),
});

export const deliveries = resource({
  tag,
  aliases,
  events,
  facts,
  errors,
  missing,
  limits: sizes,
  eventTypes,
  forModels,
  operations,
});
