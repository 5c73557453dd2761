import { link, ServiceError, type ErrorCode, type OutputOf } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Parley } from '../../parley.ts';
import { serviceErrorOf } from '../../transport/refusal.ts';
import { accountOf, askingOf } from '../accounts/asking.ts';
import { alert, assertProof, field, formProof, seeOther, sendPage } from '../pages/forms.ts';
import { escapeHtml, onOneLine, roughly } from '../pages/wording.ts';

const outcomes = {
  approved: 'The agent is linked to your account. You can close this page.',
  denied: 'You refused. The agent gets no access. You can close this page.',
  late: 'This request has expired, or was already decided.',
  often: 'Too many wrong codes. Wait a few minutes.',
};

/** Refusals that the page shows with its own text. */
const told: Partial<Record<ErrorCode, keyof typeof outcomes>> = {
  link_not_found: 'late',
  status_conflict: 'late',
  rate_limited: 'often',
};

/** Serves the page where a human approves or denies a link request. */
export function serveLinkPages(app: FastifyInstance, parley: Parley): void {
  const { secret } = parley;
  app.get('/link', async (request, reply) => {
    const { code: typed, done } = request.query as { code?: unknown; done?: unknown };
    const code = typeof typed === 'string' ? link.readCode(typed) : undefined;
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, `login?${new URLSearchParams({ next: code ? `link?code=${code}` : 'link' })}`);
    if (typeof done === 'string' && Object.hasOwn(outcomes, done))
      return sendPage(reply, 'Link an agent', `<p>${outcomes[done as keyof typeof outcomes]}</p>`);
    if (code === undefined) return sendPage(reply, 'Link an agent', `${typed === undefined ? '' : noSuchRequest}${codeForm()}`);
    // Another site could use up the attempts of a user who is signed in here.
    if (request.headers['sec-fetch-site'] === 'cross-site') return sendPage(reply, 'Link an agent', codeForm(code));
    const { found, refused } = await orRefused(parley.perform('getLink', { userCode: code }, await askingOf(request, parley)));
    if (found) {
      return sendPage(reply, 'Link this agent?', question(found, code, account.email, formProof(secret, account.id, code)));
    }
    return sendPage(reply, 'Link an agent', `${refused === 'often' ? alert(outcomes.often) : noSuchRequest}${codeForm()}`);
  });

  app.post('/link', async (request, reply) => {
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, 'login?next=link');
    const userCode = link.readCode(field(request, 'code'));
    if (userCode === undefined) return seeOther(reply, 'link?code=none');
    assertProof(field(request, 'proof'), formProof(secret, account.id, userCode));
    const decision = decisionIn(request);
    const { refused } = await orRefused(parley.perform('decideLink', { userCode, decision }, await askingOf(request, parley)));
    return seeOther(reply, `link?done=${refused ?? decision}`);
  });
}

interface Outcome<Output> {
  found?: Output;
  refused?: keyof typeof outcomes;
}

const orRefused = <Output>(asked: Promise<Output>): Promise<Outcome<Output>> =>
  asked.then(
    (found) => ({ found }),
    (error: unknown) => {
      const refused = told[serviceErrorOf(error).code];
      if (!refused) throw error;
      return { refused };
    },
  );

function decisionIn(request: FastifyRequest): 'approved' | 'denied' {
  const decision = field(request, 'decision');
  if (decision === 'approve') return 'approved';
  if (decision === 'refuse') return 'denied';
  throw new ServiceError('invalid_request', 'decision: must be approve or refuse');
}

function question(asked: OutputOf<'getLink'>, code: string, email: string, proof: string): string {
  const { userCode, agentName, address } = asked;
  const age = Math.max(1, Math.round((Date.now() - Date.parse(asked.createdAt)) / 1000));
  return `<p>An agent that calls itself <strong dir="auto">${escapeHtml(onOneLine(agentName))}</strong> wants to be linked to your account ${escapeHtml(email)}.</p>
<p>The request came ${roughly(age)} ago from the address ${escapeHtml(address)}, with the code <strong>${userCode}</strong>.</p>
<p>The name is not verified. Approve only if you started this yourself and your agent shows the same code. Spaces that the agent creates
or joins then appear on your dashboard, and it can recover the keys of your linked spaces. You can revoke its token at any time.</p>
<form class="decision" method="post" action="link">
  <input type="hidden" name="code" value="${code}" />
  <input type="hidden" name="proof" value="${proof}" />
  <button name="decision" value="approve">Approve</button>
  <button name="decision" value="refuse" class="quiet">Refuse</button>
</form>`;
}

const noSuchRequest = alert('There is no open request with this code.');

const codeForm = (code = '') => `<form class="fields" method="get" action="link">
  <label>Code that your agent shows<input name="code" value="${code}" required maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false" /></label>
  <button>Continue</button>
</form>`;
