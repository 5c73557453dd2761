import { randomBytes, randomInt } from 'node:crypto';
import { link, ServiceError } from '@parley/core';
import { mintToken } from '../../account/identity.ts';
import { credentialOf } from '../../engine/keys/keys.ts';
import { dateTime } from '../../engine/present/time.ts';
import type { StoredLink } from './queries.ts';
import type { Environment } from '../../engine/environment.ts';
import { ofUser, plain } from '../../engine/operation.ts';

const userCode = (): string =>
  Array.from({ length: link.codeLength }, () => link.codeAlphabet[randomInt(link.codeAlphabet.length)]).join('');

export const startLink = plain<'startLink'>(async ({ input, now, env, ip }) => {
  const deviceCode = randomBytes(32).toString('base64url');
  const code = userCode();
  const agentName = input.agentName?.trim() || 'An agent';
  await env.links.add({
    deviceHash: credentialOf(deviceCode).hash,
    userCode: code,
    agentName,
    ip,
    createdAt: now,
    expiresAt: now + env.linkTtlMs,
  });
  const page = `${env.publicUrl}/link`;
  return {
    deviceCode,
    verificationUri: page,
    verificationUriComplete: `${page}?code=${link.shownCode(code)}`,
    expiresIn: Math.floor(env.linkTtlMs / 1000),
    interval: link.pollIntervalSeconds,
  };
});

export const pollLink = plain<'pollLink'>(async ({ input, now, env }) => {
  const { token, prefix, hash } = mintToken();
  const minted = { tokenId: env.mint.id(), prefix, tokenHash: hash, createdAt: now };
  for (;;) {
    const found = await env.links.byDevice(credentialOf(input.deviceCode).hash);
    if (!found) throw new ServiceError('link_not_found', 'There is no such link request');
    const { status, next } = link.poll(found, now, env.linkPollIntervalMs);
    const isDue = status === 'approved';
    if (next !== found && !(await env.links.replace(found, next, { token: isDue ? minted : undefined }))) continue;
    return isDue ? { status, token, prefix } : { status };
  }
});

export const getLink = ofUser<'getLink'>(async ({ user, input, now, env }) => {
  const { userCode, agentName, ip, createdAt, expiresAt } = link.open(await tried(input.userCode, user.userId, env), now);
  return {
    userCode: link.shownCode(userCode),
    agentName,
    address: ip,
    createdAt: dateTime(createdAt),
    expiresAt: dateTime(expiresAt),
  };
});

export const decideLink = ofUser<'decideLink'>(async ({ user: { userId }, input, now, env, once }) =>
  once({ ok: true }, async (record) => {
    for (;;) {
      const found = await tried(input.userCode, userId, env);
      const next = link.decide(found, input.decision, userId, now);
      const isFirst = await env.links.replace(found!, next, { record });
      if (isFirst !== undefined) return isFirst;
    }
  }),
);

/** Finds the request with a code that a human typed. Only wrong codes count towards the limit. */
async function tried(userCode: string, userId: string, { codeTries, links }: Environment): Promise<StoredLink | undefined> {
  const code = link.readCode(userCode);
  if (code === undefined) return undefined;
  if (!(await codeTries.mayTry(userId))) {
    throw new ServiceError('rate_limited', 'Too many wrong codes; try again later', { retryAfter: codeTries.seconds });
  }
  const found = await links.byCode(code);
  if (found) await codeTries.giveBack(userId);
  return found;
}
