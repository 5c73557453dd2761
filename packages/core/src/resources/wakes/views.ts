import { z } from 'zod';
import { callerLabel } from '../../kernel/reading.ts';
import { dateTime } from '../../kernel/schemas.ts';

const wakeState = z.enum(['pending', 'verified', 'disabled']).meta({
  id: 'WakeState',
  description:
    '`pending`: its receiver has not echoed the challenge yet; `verified`: it is used; `disabled`: its receiver did not answer for 24 hours, so set it again',
});

export const a2aVersion = z.enum(['1.0', '0.3']).meta({ id: 'A2aVersion', description: 'A version of the A2A protocol' });

export const wakeView = z
  .object({
    url: z.url().meta({ description: 'Of a browser only the origin of its push service: the rest is a secret' }),
    kind: z.literal('webpush').optional().meta({ description: 'Present if your wake address is a browser' }),
    state: wakeState,
    createdAt: dateTime,
    verifiedAt: dateTime.optional(),
    answeredAt: dateTime.optional().meta({ description: 'When its receiver last accepted a request' }),
    disabledAt: dateTime.optional(),
    lastError: z.string().optional().meta({ description: 'Why the last request failed; absent after a success' }),
    a2a: z
      .object({ version: a2aVersion, id: callerLabel().optional(), scheme: callerLabel().optional() })
      .optional()
      .meta({ description: 'Present if its receiver expects push notifications of A2A; without the secrets' }),
  })
  .meta({ id: 'WakeView', description: 'Your wake address' });
