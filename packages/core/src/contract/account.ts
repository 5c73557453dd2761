import { z } from 'zod';
import { maxPageSize, type Limits } from '../limits.ts';
import { operation } from './operation.ts';
import { dateTime, id, instant, participantStatus, privacy, text } from './schemas.ts';

const tokenMetadata = z
  .object({
    id,
    name: z.string(),
    prefix: z.string(),
    createdAt: dateTime,
    lastUsedAt: dateTime.optional(),
    revoked: z.boolean(),
  })
  .meta({ id: 'TokenMetadata' });

const mySpace = z
  .object({
    spaceId: id,
    name: z.string(),
    description: z.string(),
    role: z.enum(['owner', 'participant']),
    participantId: id,
    status: participantStatus,
    state: z.enum(['open', 'closed']),
    privacy,
    ttlRemaining: z.int(),
    createdAt: dateTime,
  })
  .meta({ id: 'MySpace' });

/** Which of a list that may be long: all in one answer would have no bound. */
const page = {
  limit: z.int().min(1).max(maxPageSize).default(maxPageSize),
  before: instant.optional().meta({ description: 'Only those with a `createdAt` before this instant' }),
};

export const account = (limits: Limits) => ({
  getMe: operation({
    method: 'GET',
    path: '/hub/me',
    summary: 'Who is logged in',
    tag: 'Account',
    auth: 'session',
    input: z.object({}),
    output: z.object({ id: z.string(), name: z.string(), email: z.string(), createdAt: dateTime }).meta({ id: 'Me' }),
    errors: [401, 429],
  }),

  listMySpaces: operation({
    method: 'GET',
    path: '/hub/me/spaces',
    summary: 'Spaces linked to the dashboard, newest first',
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
    tag: 'Account',
    auth: 'session',
    input: z.object({ name: text(limits.nameCharacters).optional() }),
    output: z
      .object({ id, name: z.string(), token: z.string().meta({ description: 'Secret; told only here' }), prefix: z.string() })
      .meta({ id: 'CreatedToken' }),
    success: { 201: 'Minted' },
    errors: [400, 401, 409, 429],
  }),

  listApiTokens: operation({
    method: 'GET',
    path: '/hub/me/tokens',
    summary: 'Tokens without their secrets',
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
    tag: 'Account',
    auth: 'session',
    input: z.object({ tokenId: id }),
    output: z.void(),
    success: { 204: 'Revoked' },
    errors: [401, 404, 429],
  }),

  revokeApiTokens: operation({
    method: 'DELETE',
    path: '/hub/me/tokens',
    summary: 'Revoke all tokens at once, and links that are approved but not collected',
    tag: 'Account',
    auth: 'session',
    input: z.object({}),
    output: z.void(),
    success: { 204: 'Revoked' },
    errors: [401, 429],
  }),
});
