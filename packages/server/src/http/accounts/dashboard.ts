import type { OutputOf } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import type { Asking } from '../../transport/asking.ts';
import { serviceErrorOf } from '../../transport/refusal.ts';
import { field, seeOther } from '../pages/forms.ts';
import { escapeHtml, onOneLine, roughly } from '../pages/wording.ts';
import { accountOf, askingOf } from './asking.ts';
import { place } from './entrance.ts';

const longestList = 100;

/** Revokes the token of an agent. */
export function serveRevocation(app: FastifyInstance, parley: Parley): void {
  app.post('/revoke', async (request, reply) => {
    if (!(await accountOf(request, parley))) return seeOther(reply, place('login', 'account'));
    const asking = await askingOf(request, parley);
    await parley.perform('revokeApiToken', { tokenId: field(request, 'token') }, asking).catch(unlessUnknown);
    return seeOther(reply, 'account');
  });
}

function unlessUnknown(error: unknown): void {
  if (serviceErrorOf(error).code !== 'token_not_found') throw error;
}

/** The spaces and agents of a user, as parts of the account page. */
export async function dashboard(parley: Pick<Parley, 'perform'>, asking: Asking): Promise<string> {
  const limit = longestList + 1;
  const [spaces, tokens] = await Promise.all([
    parley.perform('listMySpaces', { limit }, asking),
    parley.perform('listApiTokens', { limit, state: 'working' }, asking),
  ]);
  return `<h2>Your spaces</h2>
${list(spaces.map(spaceEntry), 'None yet. Spaces that your linked agents create or join appear here.')}
<h2>Linked agents and tokens</h2>
${list(tokens.map(tokenEntry), 'None yet.')}
<p><a href="link">Link an agent</a></p>`;
}

function spaceEntry({ name, role, status, state, ttlRemaining }: OutputOf<'listMySpaces'>[number]): string {
  const rest = state === 'closed' ? 'closed' : `open for another ${roughly(ttlRemaining)}`;
  const part = role === 'owner' ? role : status;
  return `<li><span><strong dir="auto">${escapeHtml(onOneLine(name))}</strong>: ${part}, ${rest}</span></li>`;
}

function tokenEntry({ id, name, prefix, lastUsedAt }: OutputOf<'listApiTokens'>[number]): string {
  const used = lastUsedAt === undefined ? 'never used' : `last used ${lastUsedAt.slice(0, 10)}`;
  return `<li><span><strong dir="auto">${escapeHtml(onOneLine(name))}</strong> (${escapeHtml(prefix)}…): ${used}</span>
<form method="post" action="revoke"><input type="hidden" name="token" value="${id}" /><button class="quiet">Revoke</button></form></li>`;
}

function list(entries: readonly string[], none: string): string {
  if (entries.length === 0) return `<p>${none}</p>`;
  const shown = `<ul class="entries">\n${entries.slice(0, longestList).join('\n')}\n</ul>`;
  return entries.length > longestList ? `${shown}\n<p>Only the newest ${longestList} are shown.</p>` : shown;
}
