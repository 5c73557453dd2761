import { link, ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Parley } from '../parley.ts';
import type { LinkRequest } from '../store/links.ts';
import { alert, assertOwnForm, assertProof, field, formProof, seeOther, sendPage } from './forms.ts';
import { escapeHtml, onOneLine, roughly } from './pages/wording.ts';

const outcomes: Record<string, string> = {
  approved: 'The agent is linked to your account. You can close this page.',
  denied: 'You refused. The agent gets nothing. You can close this page.',
  late: 'This request expired, or was decided before.',
};

/** Where a human approves or refuses an agent that asks to be linked. */
export function serveLinkPages(app: FastifyInstance, { provider, identity, env, secret, publicUrl }: Parley): void {
  app.get('/link', async (request, reply) => {
    const { code: typed, done } = request.query as { code?: unknown; done?: unknown };
    const code = typeof typed === 'string' ? link.readCode(typed) : undefined;
    const account = await provider.account(request.headers.cookie);
    if (!account) return seeOther(reply, `login?${new URLSearchParams({ next: code ? `link?code=${code}` : 'link' })}`);
    if (typeof done === 'string' && Object.hasOwn(outcomes, done))
      return sendPage(reply, 'Link an agent', `<p>${outcomes[done]}</p>`);
    const found = code === undefined ? undefined : await env.links.byCode(code);
    if (found && link.isOpen(found, Date.now())) {
      return sendPage(reply, 'Link this agent?', question(found, account.email, formProof(secret, account.id, found.userCode)));
    }
    return sendPage(
      reply,
      'Link an agent',
      `${alert(typed === undefined ? undefined : 'There is no open request with this code.')}${codeForm}`,
    );
  });

  app.post('/link', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    const account = await provider.account(request.headers.cookie);
    if (!account) return seeOther(reply, 'login?next=link');
    const code = link.readCode(field(request, 'code'));
    if (code === undefined) return seeOther(reply, 'link?code=none');
    assertProof(field(request, 'proof'), formProof(secret, account.id, code));
    const status = decisionIn(request);
    const { userId } = await identity.user(await provider.person(account));
    const decided = await env.links.decide(code, status, userId, Date.now());
    return seeOther(reply, `link?done=${decided ? status : 'late'}`);
  });
}

function decisionIn(request: FastifyRequest): 'approved' | 'denied' {
  const decision = field(request, 'decision');
  if (decision === 'approve') return 'approved';
  if (decision === 'refuse') return 'denied';
  throw new ServiceError('invalid_request', 'Say approve or refuse');
}

function question({ agentName, origin, createdAt, userCode }: LinkRequest, email: string, proof: string): string {
  return `<p>An agent that calls itself <strong dir="auto">${escapeHtml(onOneLine(agentName))}</strong> asks to be linked to your account ${escapeHtml(email)}.</p>
<p>It asked ${roughly(Math.max(1, Math.round((Date.now() - createdAt) / 1000)))} ago from the address ${escapeHtml(origin)}, with the code <strong>${link.shownCode(userCode)}</strong>.</p>
<p>The name is only what it claims. Approve only if you started this yourself and the code is the one your agent shows. Spaces it makes
or joins then appear on your dashboard, and it can ask for the keys of your linked spaces. You can revoke its token at any time.</p>
<form class="decision" method="post" action="link">
  <input type="hidden" name="code" value="${userCode}" />
  <input type="hidden" name="proof" value="${proof}" />
  <button name="decision" value="approve">Approve</button>
  <button name="decision" value="refuse" class="quiet">Refuse</button>
</form>`;
}

const codeForm = `<form class="fields" method="get" action="link">
  <label>Code that your agent shows<input name="code" required maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false" /></label>
  <button>Go on</button>
</form>`;
