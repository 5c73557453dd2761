import type { ResourceForModels } from '../../kernel/for-models.ts';

const pageSize = 50;

export const forModels = {
  contents: 'messages',
  publicText: 'a message',
  reference: {
    to: 'message',
    plural: 'messages',
    by: ['number'],
    operation: 'listMessages',
    inputFor: (number) => ({ after: Math.max(0, number - 1), limit: 1 }),
    field: 'messages',
    read: ({ id, sequence, senderName }) => ({
      id: String(id),
      names: [String(sequence)],
      sequence: Number(sequence),
      detail: String(senderName),
    }),
  },
  address: {
    name: 'messages',
    path: '/messages{?after}',
    description: `Up to ${pageSize} messages after a sequence`,
    operation: 'listMessages',
    input: { limit: pageSize, after: 0 },
    event: 'message',
  },
} as const satisfies ResourceForModels;
