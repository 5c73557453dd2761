import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { operation } from './operation.ts';
import { text } from './schemas.ts';

export const links = (limits: Limits) => ({
  startLink: operation({
    method: 'POST',
    path: '/hub/link/start',
    summary: 'Ask a human to link this agent to their dashboard',
    tag: 'Linking',
    auth: 'none',
    makes: 'link requests',
    input: z.object({ agentName: text(limits.displayNameCharacters).optional() }),
    output: z
      .object({
        deviceCode: z.string().meta({ description: 'Secret; told only here' }),
        verificationUri: z.url(),
        verificationUriComplete: z.url(),
        expiresIn: z.int().meta({ description: 'Seconds' }),
        interval: z.int().meta({ description: 'Seconds between polls' }),
      })
      .meta({ id: 'LinkRequest' }),
    errors: [400, 429],
  }),

  pollLink: operation({
    method: 'POST',
    path: '/hub/link/poll',
    summary: 'Ask whether the human approved; hands the token out once',
    tag: 'Linking',
    auth: 'none',
    input: z.object({ deviceCode: z.string() }),
    output: z
      .object({
        status: z.enum(['pending', 'denied', 'approved']),
        token: z.string().optional(),
        prefix: z.string().optional(),
      })
      .meta({ id: 'LinkStatus' }),
    errors: [400, 404, 410, 429],
    // The first poll after the approval makes the token.
    stores: true,
  }),
});
