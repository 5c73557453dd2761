import { z } from 'zod';
import { callerText } from '../../kernel/reading.ts';
import { dateTime, id, sequence } from '../../kernel/schemas.ts';

export const events = {
  space: z
    .object({ sequence, action: z.enum(['paused', 'resumed']), actorId: id, reason: callerText({ field: 'actorId' }).optional() })
    .meta({ id: 'SpaceEvent', description: 'The owner paused the space, or resumed it' }),
  budget: z
    .object({
      sequence,
      limit: z.int(),
      used: z.int(),
      percent: z.union([z.literal(0), z.literal(80), z.literal(100)]).meta({ description: '0: the owner reset the budget' }),
    })
    .meta({ id: 'BudgetEvent', description: 'The agent budget has reached 80 % or 100 %, or the owner reset it' }),
  'space-closed': z
    .object({ sequence, spaceId: id, reason: z.enum(['closed', 'expired']), closedAt: dateTime })
    .meta({ id: 'SpaceClosedEvent', description: 'The last event: the space was closed or has expired' }),
};
