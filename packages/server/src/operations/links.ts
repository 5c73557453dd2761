import { randomBytes, randomInt } from 'node:crypto';
import { link, ServiceError } from '@parley/core';
import { mintToken } from '../auth/identity.ts';
import { credentialOf } from '../auth/keys.ts';
import { plain } from './define.ts';

const userCode = (): string =>
  Array.from({ length: link.codeLength }, () => link.codeAlphabet[randomInt(link.codeAlphabet.length)]).join('');

export const startLink = plain<'startLink'>(async ({ input, now, env, origin }) => {
  const deviceCode = randomBytes(32).toString('base64url');
  const code = userCode();
  const agentName = input.agentName?.trim() || 'An agent';
  await env.links.add({
    deviceHash: credentialOf(deviceCode).hash,
    userCode: code,
    agentName,
    origin,
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
  const fresh = { tokenId: env.mint.id(), prefix, tokenHash: hash, createdAt: now };
  const found = await env.links.poll(credentialOf(input.deviceCode).hash, now, env.linkPollIntervalMs, fresh);
  if (!found) throw new ServiceError('link_not_found', 'There is no such link request');
  const status = link.poll(found, now, env.linkPollIntervalMs);
  if (status !== 'approved') return { status };
  return { status, token, prefix };
});
