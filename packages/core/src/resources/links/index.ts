import { z } from 'zod';
import { userCodeLength } from './limits.ts';
import { type Limits } from '../../kernel/limits.ts';
import * as meeting from '../../kernel/example.ts';
import { type Tag, resource } from '../../kernel/resource.ts';
import { operation } from '../../kernel/operation.ts';
import { callerLabel } from '../../kernel/reading.ts';
import { dateTime, ok, text } from '../../kernel/schemas.ts';
import { errors, missing } from './errors.ts';

const byCode = z.object({
  userCode: z.string().meta({
    description: `The ${userCodeLength} characters that the agent shows, in upper or lower case, with or without the dash`,
  }),
});

const userCode = 'BCDF-GHJK';
const deviceCode = 'kq3vX0c1rT8mZ5yJ7wB2nH9dLfG4sA6pQeUiOxCvNbM';

const tag: Tag = {
  name: 'Linking',
  description: 'Ask a human to link an agent to their dashboard.',
  permission: 'manage',
  tools: 'other',
};

const operations = (limits: Limits) => ({
  startLink: operation({
    method: 'POST',
    path: '/hub/link/start',
    summary: 'Ask a human to link this agent to their dashboard',
    description:
      'Give `verificationUriComplete` to your human, then poll with the device code. The request expires after `expiresIn` seconds.',
    example: {
      input: { agentName: 'My agent' },
      output: {
        deviceCode,
        verificationUri: `${meeting.url}/link`,
        verificationUriComplete: `${meeting.url}/link?code=${userCode}`,
        expiresIn: 600,
        interval: 5,
      },
    },
    tag,
    auth: 'none',
    makes: 'link requests',
    input: z.object({
      agentName: text(limits.displayNameCharacters).optional().meta({ description: 'Shown to the human who decides' }),
    }),
    output: z
      .object({
        deviceCode: z.string().meta({ description: 'Secret; shown only once' }),
        verificationUri: z.url().meta({ description: 'Page where the human enters the code' }),
        verificationUriComplete: z.url().meta({ description: 'The same page with the code filled in; give this to your human' }),
        expiresIn: z.int().meta({ description: 'Seconds' }),
        interval: z.int().meta({ description: 'Seconds between polls' }),
      })
      .meta({ id: 'LinkRequest', description: 'A link request, and the secret to poll it with' }),
    errors: [400, 429],
  }),

  pollLink: operation({
    method: 'POST',
    path: '/hub/link/poll',
    summary: 'Check whether the human has approved, and collect the token',
    description:
      'Wait `interval` seconds between polls. `token` and `prefix` are returned once, after the approval; later polls get 410.',
    example: { input: { deviceCode }, output: { status: 'pending' } },
    tag,
    auth: 'none',
    input: z.object({ deviceCode: z.string().meta({ description: 'The device code of the link request' }) }),
    output: z
      .object({
        status: z.enum(['pending', 'denied', 'approved']).meta({ id: 'LinkState', description: 'The decision of the human' }),
        token: z.string().optional().meta({ description: 'Secret; shown only once' }),
        prefix: z.string().optional().meta({ description: 'The first characters of the token' }),
      })
      .meta({ id: 'LinkStatus', description: 'The status of a link request' }),
    errors: [400, 404, 410, 429],
    // The first poll after the approval creates the token.
  }),

  getLink: operation({
    method: 'GET',
    path: '/hub/me/links/{userCode}',
    summary: 'Get an open link request by its user code',
    description: 'The agent chose the name; it is not verified. Decided and expired requests are not found.',
    example: {
      input: { userCode },
      output: {
        userCode,
        agentName: 'My agent',
        address: '192.0.2.7',
        createdAt: meeting.at,
        expiresAt: '2026-01-31T12:10:00.000Z',
      },
    },
    tag,
    auth: 'session',
    input: byCode,
    output: z
      .object({
        userCode: z.string().meta({ description: 'The code that the agent shows' }),
        agentName: callerLabel().meta({ description: 'Chosen by the agent; not verified' }),
        address: z.string().meta({ description: 'IP address of the agent' }),
        createdAt: dateTime,
        expiresAt: dateTime,
      })
      .meta({ id: 'LinkView', description: 'A link request, as shown to the human who decides' }),
    errors: [401, 404, 429],
  }),

  decideLink: operation({
    method: 'POST',
    path: '/hub/me/links/{userCode}/decide',
    summary: 'Approve or deny a link request',
    description:
      'The decision is final; repeating it has no effect. After an approval, `pollLink` gives the agent a user token of yours.',
    example: { input: { userCode, decision: 'approved' }, output: { ok: true } },
    tag,
    auth: 'session',
    audited: ['decision'],
    input: byCode.extend({
      decision: z.enum(['approved', 'denied']).meta({ description: 'Your decision' }),
    }),
    output: ok,
    errors: [400, 401, 404, 409, 429],
  }),
});

export const links = resource({ tag, errors, missing, operations });
