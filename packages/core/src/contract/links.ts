import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { codeLength } from '../rules/link.ts';
import { operation } from './operation.ts';
import { dateTime, ok, text } from './schemas.ts';

const byCode = z.object({
  userCode: z
    .string()
    .meta({ description: `The ${codeLength} characters that the agent shows: in any case, with or without the dash` }),
});

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

  getLink: operation({
    method: 'GET',
    path: '/hub/me/links/{userCode}',
    summary: 'Look at an open link request by the code that the agent shows',
    description: 'The name is only what the agent claims. A request that was decided or expired is not found.',
    tag: 'Linking',
    auth: 'session',
    input: byCode,
    output: z
      .object({
        userCode: z.string(),
        agentName: z.string(),
        address: z.string().meta({ description: 'The IP address that the agent asked from' }),
        createdAt: dateTime,
        expiresAt: dateTime,
      })
      .meta({ id: 'LinkView' }),
    errors: [401, 404, 429],
  }),

  decideLink: operation({
    method: 'POST',
    path: '/hub/me/links/{userCode}/decide',
    summary: 'Approve a link request, or refuse it',
    description:
      'Decided once; the same decision again changes nothing. The agent then gets a user token of yours by `pollLink`.',
    tag: 'Linking',
    auth: 'session',
    input: byCode.extend({ decision: z.enum(['approved', 'denied']) }),
    output: ok,
    errors: [400, 401, 404, 409, 429],
  }),
});
