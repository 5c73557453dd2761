import { z } from 'zod';
import { callerLabel } from '../../kernel/reading.ts';
import { id, sequence } from '../../kernel/schemas.ts';
import { proposalState } from './views.ts';

export const events = {
  proposal: z
    .object({
      sequence,
      proposalId: id,
      artifactId: id,
      artifactName: callerLabel(),
      state: proposalState,
      authorId: id,
      actorId: id,
      baseVersion: z.int(),
      revision: z.int(),
      version: z.int().optional().meta({ description: 'The version that it became' }),
    })
    .meta({ id: 'ProposalEvent', description: 'A proposal was opened, changed by its author, or ended' }),
};
