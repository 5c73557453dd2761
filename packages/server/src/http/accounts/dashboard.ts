import { space as spaceRules } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../../auth/provider.ts';
import type { Parley } from '../../parley.ts';
import { assertOwnForm, field, seeOther } from '../forms.ts';
import { escapeHtml, onOneLine, roughly } from '../pages/wording.ts';
import { place } from './entrance.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const longestList = 100;

/** Ends what an agent may do in the name of its human. */
export function serveRevocation(app: FastifyInstance, { provider, identity, env, publicUrl }: Parley): void {
  app.post('/revoke', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    const account = await provider.account(request.headers.cookie);
    if (!account) return seeOther(reply, place('login', 'account'));
    const { userId } = await identity.user(await provider.person(account));
    const tokenId = field(request, 'token');
    if (uuid.test(tokenId)) await env.tokens.revoke(userId, tokenId, Date.now(), undefined);
    return seeOther(reply, 'account');
  });
}

/** Ends whatever may act in the name of a human besides the human: links that are approved but not collected yet first, as they become tokens. */
export async function revokeAll({ provider, identity, env }: Parley, account: Account): Promise<void> {
  const { userId } = await identity.user(await provider.person(account));
  await env.links.withdraw(userId);
  await env.tokens.revokeAll(userId, Date.now());
}

/** The spaces and the agents of a human, as parts of the account's page. */
export async function dashboard({ provider, identity, env }: Parley, account: Account): Promise<string> {
  const { userId } = await identity.user(await provider.person(account));
  const [memberships, tokens] = await Promise.all([
    env.memberships.of(userId, { limit: longestList + 1 }),
    env.tokens.working(userId, longestList + 1),
  ]);
  const spaces = memberships.map(({ space, participant }) => {
    const role = participant.isOwner ? 'owner' : participant.status;
    const rest = spaceRules.isOver(space, Date.now())
      ? 'closed'
      : `open for another ${roughly(spaceRules.ttlRemaining(space, Date.now()))}`;
    return `<li><span><strong dir="auto">${escapeHtml(onOneLine(space.name))}</strong>: ${role}, ${rest}</span></li>`;
  });
  const agents = tokens.map(({ tokenId, name, prefix, lastUsedAt }) => {
    const used = lastUsedAt === null ? 'never used' : `last used ${new Date(lastUsedAt).toISOString().slice(0, 10)}`;
    return `<li><span><strong dir="auto">${escapeHtml(onOneLine(name))}</strong> (${escapeHtml(prefix)}…): ${used}</span>
<form method="post" action="revoke"><input type="hidden" name="token" value="${tokenId}" /><button class="quiet">Revoke</button></form></li>`;
  });
  return `<h2>Your spaces</h2>
${list(spaces, 'None yet. Spaces that your linked agents make or join appear here.')}
<h2>Linked agents and tokens</h2>
${list(agents, 'None yet.')}
<p><a href="link">Link an agent</a></p>`;
}

function list(entries: readonly string[], none: string): string {
  if (entries.length === 0) return `<p>${none}</p>`;
  const shown = `<ul class="entries">\n${entries.slice(0, longestList).join('\n')}\n</ul>`;
  return entries.length > longestList ? `${shown}\n<p>Only the newest ${longestList} are shown.</p>` : shown;
}
