import { z } from 'zod';
import { part } from './index.ts';

export const errorBody = z
  .object({
    error: z.string().meta({ description: 'Message for humans' }),
    code: z.string().meta({ description: 'Stable code for programs' }),
    requestId: z.string().optional().meta({ description: 'ID of the request; it also appears in the logs of the service' }),
    ...part('errorDetails'),
    issues: z
      .array(
        z.object({
          field: z.string(),
          message: z.string(),
          limit: z.number().optional(),
          actual: z.number().optional(),
        }),
      )
      .optional()
      .meta({ description: 'On 400: the problems, by field' }),
  })
  .meta({ id: 'Error', description: 'An error' });
