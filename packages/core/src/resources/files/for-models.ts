import type { ResourceForModels } from '../../kernel/for-models.ts';

export const forModels = {
  selfEvident: ['fileId'],
  inMessages: { field: 'attachments', line: 'file: {fileId} {name}, {bytes} bytes' },
  reference: {
    to: 'file',
    plural: 'files',
    by: ['name'],
    operation: 'listFiles',
    field: 'files',
    read: ({ fileId, name, sequence, type }) => ({
      id: String(fileId),
      names: [String(name)],
      sequence: Number(sequence),
      detail: String(type),
    }),
  },
} as const satisfies ResourceForModels;
