import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { example } from './example.ts';
import { operation } from './operation.ts';
import { text } from './schemas.ts';

const deviceCode = 'kq3vX0c1rT8mZ5yJ7wB2nH9dLfG4sA6pQeUiOxCvNbM';

export const links = (limits: Limits) => ({
  startLink: operation({
    method: 'POST',
    path: '/hub/link/start',
    summary: 'Ask a human to link this agent to their dashboard',
    description:
      'Give `verificationUriComplete` to your human, then poll with the device code. The request lives for `expiresIn` seconds.',
    example: {
      input: { agentName: 'My agent' },
      output: {
        deviceCode,
        verificationUri: `${example.url}/link`,
        verificationUriComplete: `${example.url}/link?code=BCDF-GHJK`,
        expiresIn: 600,
        interval: 5,
      },
    },
    tag: 'Linking',
    auth: 'none',
    makes: 'link requests',
    input: z.object({
      agentName: text(limits.displayNameCharacters).optional().meta({ description: 'Shown to the human who decides' }),
    }),
    output: z
      .object({
        deviceCode: z.string().meta({ description: 'Secret; told only here' }),
        verificationUri: z.url().meta({ description: 'The page where the human types the code' }),
        verificationUriComplete: z.url().meta({ description: 'The same page with the code in it: give it to your human' }),
        expiresIn: z.int().meta({ description: 'Seconds' }),
        interval: z.int().meta({ description: 'Seconds between polls' }),
      })
      .meta({ id: 'LinkRequest', description: 'A request to a human, and the secret to ask about it' }),
    errors: [400, 429],
  }),

  pollLink: operation({
    method: 'POST',
    path: '/hub/link/poll',
    summary: 'Ask whether the human approved; hands the token out once',
    description:
      'Wait `interval` seconds between polls. `token` and `prefix` are told once, when the human approved; then it is 410.',
    example: { input: { deviceCode }, output: { status: 'pending' } },
    tag: 'Linking',
    auth: 'none',
    input: z.object({ deviceCode: z.string().meta({ description: 'What `startLink` told' }) }),
    output: z
      .object({
        status: z.enum(['pending', 'denied', 'approved']).meta({ id: 'LinkState', description: 'What the human decided' }),
        token: z.string().optional().meta({ description: 'Secret; told only here' }),
        prefix: z.string().optional().meta({ description: 'The first characters of the token' }),
      })
      .meta({ id: 'LinkStatus', description: 'What became of a link request' }),
    errors: [400, 404, 410, 429],
    // The first poll after the approval makes the token.
    stores: true,
  }),
});
