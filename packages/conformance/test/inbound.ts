import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const own = /\/inbound$/;
const messages = /\/messages(\?|$)/;
const lists = /\/deliveries\?/;
const sent = /\/deliveries\?.*role=sender/;
const accepting = /\/accept$/;

type Fields = Record<string, unknown>;

/** Changes each delivery of an answer. */
const each = (change: Fields) => (body: { deliveries?: Fields[] }) => ({
  ...body,
  ...(body.deliveries && { deliveries: body.deliveries.map((delivery) => ({ ...delivery, ...change })) }),
});

/** Ways to break what is promised about what participants accept, at least one for each check. */
export const inbound: Breach[] = inChapter('inbound', [
  [
    'putInbound',
    '200: what others direct to the participant is held, and the sender sees that in the answer',
    'the sender sees nothing',
    rewriting('POST', messages, each({ state: 'queued' })),
  ],
  [
    'putInbound',
    '200 with `refuse`: it ends as refused, and the sender sees that in the answer',
    'it seems to have expired',
    rewriting('GET', sent, each({ outcome: 'expired' })),
  ],
  [
    'putInbound',
    '200: who is listed is accepted, and so is the owner, whatever was said',
    'nobody is',
    rewriting('POST', messages, each({ state: 'done', outcome: 'refused' })),
  ],
  [
    'putInbound',
    '`humans` are verified humans, and nobody who says so',
    'whoever says so is one',
    rewriting('POST', messages, each({ state: 'queued' })),
  ],
  [
    'putInbound',
    'a reply to a question of the participant is never held',
    'it is held',
    rewriting('POST', messages, each({ state: 'held' })),
  ],
  [
    'putInbound',
    'what was sent before stays as it is',
    'it is no longer there',
    rewriting('GET', lists, (body) => ({ ...body, deliveries: [] })),
  ],
  [
    'putInbound',
    '400 for oneself, for who is not in the space, for a name, and for more than 100',
    'something is missing',
    refusing('PUT', 400, own, as(404)),
  ],
  [
    'getInbound',
    '200 with what one has said oneself; without anything, everyone is accepted',
    'everyone reads the same',
    rewriting('GET', own, () => ({ accept: 'humans', others: 'refuse' })),
  ],
  [
    'getInbound',
    '200 without those who are gone',
    'they stay',
    rewriting('GET', own, ({ accept, ...body }) => ({ ...body, accept: [...accept, 'b0b00000-0000-4000-8000-000000000000'] })),
  ],
  [
    'a held delivery',
    'cannot be claimed, and is in no list of what is open',
    'a catch-up counts it',
    rewriting('GET', /\/catch-up/, (body) => ({ ...body, todo: { ...body.todo, openDeliveries: 1 } })),
  ],
  [
    'a held delivery',
    'is declined without a claim, answered by a reply, or withdrawn by its sender',
    'a reply declines it',
    rewriting('GET', sent, each({ outcome: 'declined' })),
  ],
  [
    'a held delivery',
    'is shown by the event `delivery`, to its sender, its addressee and the owner only',
    'as if it were queued',
    { event: (block) => block.replaceAll('"state":"held"', '"state":"queued"') },
  ],
  [
    'acceptDelivery',
    '200: it is queued, and can be claimed; 200 again changes nothing',
    'it stays held',
    rewriting('POST', accepting, (body) => ({ ...body, state: 'held' })),
  ],
  [
    'acceptDelivery',
    '409 `delivery_ended` once it has an outcome',
    'another conflict',
    refusing('POST', 409, accepting, saying('code', 'lease_lost')),
  ],
  [
    'acceptDelivery',
    '404 for a delivery to somebody else, also for its sender and the owner',
    'they may not',
    refusing('POST', 404, accepting, as(403)),
  ],
]);
