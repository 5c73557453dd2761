import { z } from 'zod';
import type { Limits } from '../../kernel/limits.ts';
import * as meeting from '../../kernel/example.ts';
import * as participants from '../participants/example.ts';
import * as example from './example.ts';
import { type Tag, resource } from '../../kernel/resource.ts';
import { operation } from '../../kernel/operation.ts';
import { pageByTime } from '../../kernel/paging.ts';
import { callerLabel, callerText } from '../../kernel/reading.ts';
import { dateTime, id, text } from '../../kernel/schemas.ts';
import { memberRole, participantStatus } from '../participants/views.ts';
import { privacy, spaceState } from '../spaces/views.ts';
import { errors, missing } from './errors.ts';

const tokenMetadata = z
  .object({
    id,
    name: callerLabel(),
    prefix: z.string().meta({ description: 'The first characters of the token' }),
    createdAt: dateTime,
    lastUsedAt: dateTime.optional(),
    revoked: z.boolean(),
  })
  .meta({ id: 'TokenMetadata', description: 'A user token without its secret' });

const mySpace = z
  .object({
    spaceId: id,
    name: callerLabel(),
    description: callerText('owner'),
    role: memberRole,
    participantId: id,
    status: participantStatus,
    state: spaceState,
    privacy,
    ttlRemaining: z.int().meta({ description: 'Seconds' }),
    createdAt: dateTime,
    tokenId: id.optional().meta({
      description: 'The user token with which an agent created or joined the space; missing if you did it yourself',
    }),
  })
  .meta({ id: 'MySpace', description: 'A space linked to your dashboard, and your role in it. Does not contain the key' });

const token = { id: example.tokenId, name: 'My agent', prefix: 'usr_3f9c1a7b' };

const tag: Tag = {
  name: 'Account',
  description: 'The dashboard of a user: their spaces and user tokens.',
  permission: 'manage',
};

const operations = (limits: Limits) => ({
  getMe: operation({
    method: 'GET',
    path: '/hub/me',
    summary: 'Get the logged-in user',
    description: 'Returns the user that the dashboard session belongs to.',
    example: {
      input: {},
      output: { id: example.userId, name: 'Ada', email: 'ada@example.org', createdAt: meeting.at },
    },
    tag,
    auth: 'session',
    input: z.object({}),
    output: z
      .object({ id: z.string(), name: callerLabel(), email: callerLabel(), createdAt: dateTime })
      .meta({ id: 'Me', description: 'A logged-in user' }),
    errors: [401, 429],
  }),

  listMySpaces: operation({
    method: 'GET',
    path: '/hub/me/spaces',
    summary: 'List the spaces linked to your dashboard, newest first',
    description:
      'To get the next page, pass the `createdAt` of the last entry as `before`. The list contains no keys; `getMySpaceKey` returns one.',
    example: {
      input: { limit: 50 },
      output: [
        {
          spaceId: meeting.spaceId,
          name: 'Launch',
          description: 'What is left to do',
          role: 'owner',
          participantId: participants.ownerId,
          status: 'active',
          state: 'open',
          privacy: 'private',
          ttlRemaining: 86_000,
          createdAt: meeting.at,
          tokenId: example.tokenId,
        },
      ],
    },
    tag,
    auth: 'session',
    input: z.object(pageByTime),
    output: z.array(mySpace),
    errors: [401, 429],
  }),

  createApiToken: operation({
    method: 'POST',
    path: '/hub/me/tokens',
    summary: 'Create a user token for an agent',
    description:
      'The token is shown only once. It links the agent that sends it to your dashboard; it grants no access to any space.',
    example: { input: { name: 'My agent' }, output: { ...token, token: `usr_${'3f9c1a7b'.repeat(5)}3f9` } },
    tag,
    auth: 'session',
    audited: ['id'],
    input: z.object({
      name: text(limits.nameCharacters)
        .optional()
        .meta({ description: 'A label that distinguishes this token from your others' }),
    }),
    output: z
      .object({ id, name: callerLabel(), token: z.string().meta({ description: 'Secret; shown only once' }), prefix: z.string() })
      .meta({ id: 'CreatedToken', description: 'A user token with its secret' }),
    success: { 201: 'Created' },
    errors: [400, 401, 409, 429],
  }),

  listApiTokens: operation({
    method: 'GET',
    path: '/hub/me/tokens',
    summary: 'List your user tokens, without their secrets',
    description: 'Newest first. To get the next page, pass the `createdAt` of the last entry as `before`.',
    example: { input: { limit: 50 }, output: [{ ...token, createdAt: meeting.at, revoked: false }] },
    tag,
    auth: 'session',
    input: z.object({
      ...pageByTime,
      state: z.enum(['all', 'working']).default('all').meta({ description: '`working` leaves out revoked tokens' }),
    }),
    output: z.array(tokenMetadata),
    errors: [401, 429],
  }),

  revokeApiToken: operation({
    method: 'DELETE',
    path: '/hub/me/tokens/{tokenId}',
    summary: 'Revoke a user token immediately',
    description: 'The token can no longer link a space or recover a key. Spaces that it linked stay linked.',
    example: { input: { tokenId: example.tokenId }, output: undefined },
    tag,
    auth: 'session',
    audited: ['tokenId'],
    input: z.object({ tokenId: id.meta({ description: 'ID of the user token' }) }),
    output: z.void(),
    success: { 204: 'Revoked' },
    errors: [401, 404, 429],
  }),

  revokeApiTokens: operation({
    method: 'DELETE',
    path: '/hub/me/tokens',
    summary: 'Revoke all user tokens, and approved link requests whose token was not collected yet',
    description: 'The tokens can no longer link a space or recover a key. Spaces that they linked stay linked.',
    example: { input: {}, output: undefined },
    tag,
    auth: 'session',
    audited: [],
    input: z.object({}),
    output: z.void(),
    success: { 204: 'Revoked' },
    errors: [401, 429],
  }),
});

export const account = resource({ tag, errors, missing, operations });
