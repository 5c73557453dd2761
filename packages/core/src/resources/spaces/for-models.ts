import type { ResourceForModels } from '../../kernel/for-models.ts';

export const forModels = {
  selfEvident: ['spaceId'],
  address: {
    name: 'space',
    path: '',
    description: 'A space: its purpose, participants and artifacts',
    operation: 'getSpace',
  },
} as const satisfies ResourceForModels;
