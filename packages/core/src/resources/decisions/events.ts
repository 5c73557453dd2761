import { z } from 'zod';
import { callerLabel } from '../../kernel/reading.ts';
import { id, sequence } from '../../kernel/schemas.ts';
import { speakerClass } from '../participants/views.ts';
import { decisionAction, decisionState, tally } from './views.ts';

export const events = {
  decision: z
    .object({
      sequence,
      decisionId: id,
      title: callerLabel(),
      action: decisionAction,
      state: decisionState,
      openedBy: id,
      actorId: id.meta({ description: 'Whose request or answer it is; if time ended it, who opened it' }),
      voters: z
        .array(z.object({ participantId: id, speaker: speakerClass }))
        .optional()
        .meta({ description: 'When it was opened: who was asked' }),
      option: callerLabel().optional().meta({ description: 'What was answered; absent from a secret decision' }),
      tally: tally.optional(),
      outcome: callerLabel().optional().meta({ description: 'The id of the option that was decided' }),
    })
    .meta({ id: 'DecisionEvent', description: 'A decision was opened or answered, or has ended' }),
};
