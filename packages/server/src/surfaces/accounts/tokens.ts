import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import { serviceErrorOf } from '../../call/refusal.ts';
import { sendPage } from '../pages/form-page.ts';
import { field, seeOther } from '../pages/forms.ts';
import { escapeHtml } from '../pages/wording.ts';
import { accountOf, metadataOf } from './session.ts';
import { place } from './entrance.ts';
import { form } from './fields.ts';
import { bdi, confirmation, list, longestList, section } from './section.ts';
import { isOpen, roomOf, type LinkedSpace } from './spaces.ts';

type Token = OutputOf<'listApiTokens'>[number];

/** Creates a token, which is shown once, and revokes one. */
export function serveTokens(app: FastifyInstance, parley: Parley): void {
  app.post('/tokens', async (request, reply) => {
    if (!(await accountOf(request, parley))) return seeOther(reply, place('login', 'account'));
    // A reload of the answer sends the form again, and is the same request.
    const metadata = { ...(await metadataOf(request, parley)), idempotencyKey: field(request, 'once') || undefined };
    try {
      const { name, token } = await parley.perform('createApiToken', { name: field(request, 'name') }, metadata);
      return sendPage(reply, 'Your new token', newToken(name, token));
    } catch (error) {
      const { code } = serviceErrorOf(error);
      if (code === 'limit_reached') return seeOther(reply, 'account?done=full');
      throw error;
    }
  });

  app.post('/revoke', async (request, reply) => {
    if (!(await accountOf(request, parley))) return seeOther(reply, place('login', 'account'));
    const metadata = await metadataOf(request, parley);
    await parley.perform('revokeApiToken', { tokenId: field(request, 'token') }, metadata).catch(unlessUnknown);
    return seeOther(reply, 'account?done=revoked#agents');
  });
}

function unlessUnknown(error: unknown): void {
  if (serviceErrorOf(error).code !== 'token_not_found') throw error;
}

const newToken = (
  name: string,
  token: string,
): string => `<p>This is the token ${bdi(name)}. Copy it now: <strong>it is not shown again.</strong></p>
<p class="secret"><code id="token">${escapeHtml(token)}</code><button type="button" class="quiet small" data-copy="token" hidden>Copy the token</button></p>
<p>Give it to one agent, and keep it out of messages and files that others can read. The agent sends it in the header
<code>X-User-Token</code> when it creates or joins a space. <a href="docs/authentication">How tokens work</a></p>
<p><a class="button" href="account#agents">I have stored it</a></p>`;

/** Each agent of an account, and where it takes part. */
export function tokensSection(tokens: readonly Token[], spaces: readonly LinkedSpace[]): string {
  const entries = tokens.map((token) => tokenEntry(token, spaces.slice(0, longestList)));
  const hidden = { once: randomUUID() };
  const name = '<label class="field">Name of the agent<input name="name" maxlength="80" required autocomplete="off" /></label>';
  return section(
    'agents',
    'Agents that act in your name',
    `<p>Each token is for one agent. Spaces that the agent creates or joins appear above, and it can recover the keys of all your spaces.</p>
${list(entries, 'No agent is linked to your account.')}
<p><a class="button quiet" href="link">Link an agent</a></p>
<details><summary>Create a token yourself</summary>
${form('tokens', hidden, [name], 'Create the token')}
</details>`,
  );
}

function tokenEntry(token: Token, spaces: readonly LinkedSpace[]): string {
  const { id, name, prefix, createdAt, lastUsedAt } = token;
  const used = lastUsedAt === undefined ? 'never used' : `last used ${lastUsedAt.slice(0, 10)}`;
  const body = `<p>${bdi(name)} can no longer act in your name, at once. It stays in the spaces that it is in, where an owner can remove it.</p>`;
  const revoke = { id: `revoke-${id}`, verb: 'Revoke', name, body, action: 'revoke', field: 'token', value: id };
  return `<li><div>
<p class="name">${bdi(name)} <code>${escapeHtml(prefix)}…</code></p>
<small>Since ${createdAt.slice(0, 10)}, ${used}</small>
</div>${confirmation(revoke)}
<p class="where">${whereOf(spaces.filter((space) => space.tokenId === id && isOpen(space)))}</p></li>`;
}

function whereOf(spaces: readonly LinkedSpace[]): string {
  if (spaces.length === 0) return 'Takes part in no space at present.';
  return `Takes part in ${spaces.map((space) => `<a href="${roomOf(space)}">${bdi(space.name)}</a>`).join(', ')}.`;
}
