import { z } from 'zod';
import { id, sequence } from '../../kernel/schemas.ts';
import { attachmentView } from './views.ts';

export const events = {
  file: attachmentView
    .extend({ sequence, action: z.enum(['created', 'deleted']), authorId: id, actorId: id })
    .meta({ id: 'FileEvent', description: 'A file was stored or deleted' }),
};
