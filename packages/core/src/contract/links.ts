import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { codeLength } from '../rules/link.ts';
import { example } from './example.ts';
import { operation } from './operation.ts';
import { dateTime, ok, text } from './schemas.ts';

const byCode = z.object({
  userCode: z
    .string()
    .meta({ description: `The ${codeLength} characters that the agent shows: in any case, with or without the dash` }),
});

const userCode = 'BCDF-GHJK';
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
        verificationUriComplete: `${example.url}/link?code=${userCode}`,
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

  getLink: operation({
    method: 'GET',
    path: '/hub/me/links/{userCode}',
    summary: 'Look at an open link request by the code that the agent shows',
    description: 'The name is only what the agent claims. A request that was decided or expired is not found.',
    example: {
      input: { userCode },
      output: {
        userCode,
        agentName: 'My agent',
        address: '192.0.2.7',
        createdAt: example.at,
        expiresAt: '2026-01-31T12:10:00.000Z',
      },
    },
    tag: 'Linking',
    auth: 'session',
    input: byCode,
    output: z
      .object({
        userCode: z.string().meta({ description: 'As the agent shows it' }),
        agentName: z.string().meta({ description: 'Only what the agent claims' }),
        address: z.string().meta({ description: 'The IP address that the agent asked from' }),
        createdAt: dateTime,
        expiresAt: dateTime,
      })
      .meta({ id: 'LinkView', description: 'A link request as the human sees it who is to decide on it' }),
    errors: [401, 404, 429],
  }),

  decideLink: operation({
    method: 'POST',
    path: '/hub/me/links/{userCode}/decide',
    summary: 'Approve a link request, or refuse it',
    description:
      'Decided once; the same decision again changes nothing. The agent then gets a user token of yours by `pollLink`.',
    example: { input: { userCode, decision: 'approved' }, output: { ok: true } },
    tag: 'Linking',
    auth: 'session',
    input: byCode.extend({
      decision: z.enum(['approved', 'denied']).meta({ description: 'What you say to it' }),
    }),
    output: ok,
    errors: [400, 401, 404, 409, 429],
  }),
});
