import type { ResourceForModels } from '../../kernel/for-models.ts';

export const forModels = {
  toolList: 'deliveries',
  contents: 'directed messages (deliveries)',
  instruction:
    'When deliveries wait for you: ' +
    'claim_delivery, do what is asked if you should, and reply with send_message and `replyTo`, or decline with settle_delivery.',
  selfEvident: ['deliveryId'],
  reference: {
    to: 'delivery',
    plural: 'deliveries',
    by: ['number'],
    operation: 'listDeliveries',
    inputs: [
      { role: 'addressee', state: 'open', limit: 1_000 },
      { role: 'sender', state: 'open', limit: 1_000 },
    ],
    field: 'deliveries',
    read: ({ deliveryId, sequence, state }) => ({
      id: String(deliveryId),
      names: [String(sequence)],
      sequence: Number(sequence),
      detail: String(state),
    }),
  },
  address: {
    name: 'deliveries',
    path: '/deliveries',
    description: 'Open deliveries to you',
    operation: 'listDeliveries',
    input: { limit: 50 },
    event: 'delivery',
  },
  meetings: {
    answering:
      'Claim each delivery to you with claim_delivery, and reply with send_message and replyTo, or decline it with settle_delivery.',
  },
} as const satisfies ResourceForModels;
