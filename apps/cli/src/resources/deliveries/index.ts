import { counted } from '@parley/core/words';
import type { Resource, Source } from '../../resource.ts';
import { caughtMessage } from '../messages/caught.ts';

const delivery: Source = async ({ space, verb }) => {
  const role = verb === 'withdraw' ? 'sender' : 'addressee';
  const { deliveries } = await (await space()).call('listDeliveries', { role, state: 'pending' });
  return deliveries.map(({ deliveryId: id, sequence, state }) => ({ id, about: `message #${sequence}, ${state}` }));
};

export const deliveries: Resource = {
  sources: { delivery },
  failures: {
    delivery_not_found: { reason: 'notFound', hint: '`parley inbox list` shows your deliveries' },
    delivery_ended: { reason: 'conflict', hint: '`parley inbox list --sent --all` shows the outcome' },
  },
  claimedBy: '`parley inbox claim`',
  synonyms: {
    'inbox list': 'mentions',
    'inbox claim': 'take next',
    inbound: 'allow list block senders quiet',
  },
  toolList: 'deliveries',
  waiting: ({ deliveries, held }) => [
    ...deliveries.map(({ message }) => ({ line: caughtMessage(message) })),
    ...(held === undefined ? [] : [{ line: `${counted(held, 'delivery', 'deliveries')} held: \`parley inbox\` lists them` }]),
  ],
};
