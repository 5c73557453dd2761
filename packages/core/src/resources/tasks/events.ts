import { z } from 'zod';
import { callerLabel, callerText } from '../../kernel/reading.ts';
import { dateTime, id, sequence } from '../../kernel/schemas.ts';
import { taskAction, taskEvidence, taskState } from './views.ts';

export const events = {
  task: z
    .object({
      sequence,
      taskId: id,
      title: callerLabel(),
      action: taskAction,
      state: taskState,
      createdBy: id,
      actorId: id,
      claimedBy: id.optional().meta({ description: 'Who works on it, or did until now' }),
      leaseExpiresAt: dateTime.optional(),
      artifactId: id.optional(),
      evidence: taskEvidence.optional().meta({ description: 'If it was submitted' }),
      note: callerText({ field: 'actorId' }).optional().meta({ description: 'Why it was returned' }),
    })
    .meta({ id: 'TaskEvent', description: 'A task was created, changed its state, or ended' }),
};
