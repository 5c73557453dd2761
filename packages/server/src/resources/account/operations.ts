import { missing, isGone, link, notFound, ServiceError, space as spaceRules } from '@parley/core';
import { mintToken } from '../../account/identity.ts';
import { dateTime } from '../../engine/present/time.ts';
import { maxWorkingTokens, type UserToken } from '../../account/user-tokens.ts';
import type { Environment } from '../../engine/environment.ts';
import { ofUser, type Answer } from '../../engine/operation.ts';

export const getMe = ofUser<'getMe'>(async ({ user: { userId: id, name, email, createdAt } }) => ({
  id,
  name,
  email,
  createdAt: dateTime(createdAt),
}));

export const listMySpaces = ofUser<'listMySpaces'>(async ({ user, input, now, env }) => {
  const found = await env.memberships.of(user.userId, input);
  return found.map(({ space, participant, createdAt, tokenId }) => ({
    spaceId: space.spaceId,
    name: space.name,
    // Only members can see the current description.
    description: isGone(participant) || participant.status === 'waitingForApproval' ? '' : space.description,
    role: participant.isOwner ? ('owner' as const) : ('participant' as const),
    participantId: participant.participantId,
    status: participant.status,
    state: spaceRules.isOver(space, now) ? ('closed' as const) : ('open' as const),
    privacy: space.privacy,
    ttlRemaining: spaceRules.ttlRemaining(space, now),
    createdAt: dateTime(createdAt),
    ...(tokenId !== null && { tokenId }),
  }));
});

export const createApiToken = ofUser<'createApiToken'>(async ({ user, input, now, env, once }) => {
  const { token, prefix, hash } = mintToken();
  const id = env.mint.id();
  const name = input.name?.trim() || 'Token';
  const answer: Answer<'createApiToken'> = { id, name, token, prefix };
  const { userId } = user;
  return once(answer, async (record) => {
    const added = await env.tokens.add({ userId, tokenId: id, name, prefix, tokenHash: hash, createdAt: now }, record);
    if (added === undefined)
      throw new ServiceError('limit_reached', `You already have ${maxWorkingTokens} tokens: revoke some first`);
    return added;
  });
});

export const listApiTokens = ofUser<'listApiTokens'>(async ({ user, input, env }) => {
  const tokens = await env.tokens.of(user.userId, input);
  return tokens.map(metadataOf);
});

export const revokeApiToken = ofUser<'revokeApiToken'>(async ({ user, input, now, env, once }) =>
  once(undefined, async (record) => {
    const revoked = await env.tokens.revoke(user.userId, input.tokenId, now, record);
    if (revoked === undefined) throw notFound(missing.tokenId);
    return revoked;
  }),
);

/** Link requests first: the next poll would turn an approved one into a token. */
export const revokeApiTokens = ofUser<'revokeApiTokens'>(async ({ user: { userId }, now, env, once }) => {
  await withdrawLinks(userId, env);
  return once(undefined, (record) => env.tokens.revokeAll(userId, now, record));
});

async function withdrawLinks(userId: string, { links }: Environment): Promise<void> {
  for (;;) {
    const left = (await links.decidedBy(userId)).filter((each) => link.withdraw(each) !== each);
    if (left.length === 0) return;
    for (const each of left) await links.replace(each, link.withdraw(each));
  }
}

const metadataOf = ({ tokenId, name, prefix, createdAt, lastUsedAt, revokedAt }: UserToken) => ({
  id: tokenId,
  name,
  prefix,
  createdAt: dateTime(createdAt),
  ...(lastUsedAt !== null && { lastUsedAt: dateTime(lastUsedAt) }),
  revoked: revokedAt !== null,
});
