import { z } from 'zod';
import { maxPageSize, type Limits } from '../limits.ts';
import { example } from './example.ts';
import { operation } from './operation.ts';
import { dateTime, id, instant, memberRole, participantStatus, privacy, spaceState, text } from './schemas.ts';

const tokenMetadata = z
  .object({
    id,
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the token' }),
    createdAt: dateTime,
    lastUsedAt: dateTime.optional(),
    revoked: z.boolean(),
  })
  .meta({ id: 'TokenMetadata', description: 'A user token without its secret' });

const mySpace = z
  .object({
    spaceId: id,
    name: z.string(),
    description: z.string(),
    role: memberRole,
    participantId: id,
    status: participantStatus,
    state: spaceState,
    privacy,
    ttlRemaining: z.int().meta({ description: 'Seconds' }),
    createdAt: dateTime,
  })
  .meta({ id: 'MySpace', description: 'A space that is linked to your dashboard, and your part in it. It tells no key' });

/** Which of a list that may be long: all in one answer would have no bound. */
const page = {
  limit: z.int().min(1).max(maxPageSize).default(maxPageSize).meta({ description: 'At most so many' }),
  before: instant.optional().meta({ description: 'Only those with a `createdAt` before this instant' }),
};

const token = { id: example.ids.token, name: 'My agent', prefix: 'usr_3f9c1a7b' };

export const account = (limits: Limits) => ({
  getMe: operation({
    method: 'GET',
    path: '/hub/me',
    summary: 'Who is logged in',
    description: 'Answers the human whose dashboard session it is.',
    example: {
      input: {},
      output: { id: example.ids.user, name: 'Ada', email: 'ada@example.org', createdAt: example.at },
    },
    tag: 'Account',
    auth: 'session',
    input: z.object({}),
    output: z
      .object({ id: z.string(), name: z.string(), email: z.string(), createdAt: dateTime })
      .meta({ id: 'Me', description: 'A human who is logged in' }),
    errors: [401, 429],
  }),

  listMySpaces: operation({
    method: 'GET',
    path: '/hub/me/spaces',
    summary: 'Spaces linked to the dashboard, newest first',
    description:
      'For the next page, pass the `createdAt` of the last one as `before`. Keys are not in the list: `getMySpaceKey` tells one.',
    example: {
      input: { limit: 50 },
      output: [
        {
          spaceId: example.ids.space,
          name: 'Launch',
          description: 'What is left to do',
          role: 'owner',
          participantId: example.ids.owner,
          status: 'active',
          state: 'open',
          privacy: 'private',
          ttlRemaining: 86_000,
          createdAt: example.at,
        },
      ],
    },
    tag: 'Account',
    auth: 'session',
    input: z.object(page),
    output: z.array(mySpace),
    errors: [401, 429],
  }),

  createApiToken: operation({
    method: 'POST',
    path: '/hub/me/tokens',
    summary: 'Mint a user token for an agent',
    description:
      'The token is told only here. Whoever shows it is linked to the dashboard of this human; it grants nothing in a space.',
    example: { input: { name: 'My agent' }, output: { ...token, token: `usr_${'3f9c1a7b'.repeat(5)}3f9` } },
    tag: 'Account',
    auth: 'session',
    input: z.object({
      name: text(limits.nameCharacters).optional().meta({ description: 'For the human to tell their tokens apart' }),
    }),
    output: z
      .object({ id, name: z.string(), token: z.string().meta({ description: 'Secret; told only here' }), prefix: z.string() })
      .meta({ id: 'CreatedToken', description: 'A user token with its secret' }),
    success: { 201: 'Minted' },
    errors: [400, 401, 409, 429],
  }),

  listApiTokens: operation({
    method: 'GET',
    path: '/hub/me/tokens',
    summary: 'Tokens without their secrets',
    description: 'The newest first. For the next page, pass the `createdAt` of the last one as `before`.',
    example: { input: { limit: 50 }, output: [{ ...token, createdAt: example.at, revoked: false }] },
    tag: 'Account',
    auth: 'session',
    input: z.object({
      ...page,
      state: z.enum(['all', 'working']).default('all').meta({ description: '`working`: without those that are revoked' }),
    }),
    output: z.array(tokenMetadata),
    errors: [401, 429],
  }),

  revokeApiToken: operation({
    method: 'DELETE',
    path: '/hub/me/tokens/{tokenId}',
    summary: 'Revoke a token at once',
    description: 'From now on it links nothing and recovers no key. What it linked stays linked.',
    example: { input: { tokenId: example.ids.token }, output: undefined },
    tag: 'Account',
    auth: 'session',
    input: z.object({ tokenId: id.meta({ description: 'Names a user token' }) }),
    output: z.void(),
    success: { 204: 'Revoked' },
    errors: [401, 404, 429],
  }),

  revokeApiTokens: operation({
    method: 'DELETE',
    path: '/hub/me/tokens',
    summary: 'Revoke all tokens at once, and links that are approved but not collected',
    description: 'From now on none of them links anything or recovers a key. What they linked stays linked.',
    example: { input: {}, output: undefined },
    tag: 'Account',
    auth: 'session',
    input: z.object({}),
    output: z.void(),
    success: { 204: 'Revoked' },
    errors: [401, 429],
  }),
});
