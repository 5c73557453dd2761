import { link, ServiceError, type ErrorCode, type OutputOf } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Parley } from '../../parley.ts';
import { serviceErrorOf } from '../../call/refusal.ts';
import { accountOf, metadataOf } from '../accounts/session.ts';
import { place } from '../accounts/entrance.ts';
import { alert, sendPage } from '../pages/form-page.ts';
import { assertProof, field, formProof, seeOther } from '../pages/forms.ts';
import { escapeHtml, onOneLine, roughly } from '../pages/wording.ts';

/** What became of a request: title and text. */
const outcomes = {
  approved: [
    'The agent is linked',
    'The agent is linked to your account. It collects its token within seconds; you have nothing more to do here.',
  ],
  denied: ['You refused', 'The agent gets no access, and is told so.'],
  late: ['Too late', 'This request has expired, or was already decided. If your agent still waits, let it ask again.'],
  often: ['Too many attempts', 'Too many wrong codes. Wait a few minutes.'],
} as const;

const title = 'Link an agent';

/** Refusals that the page shows with its own text. */
const told: Partial<Record<ErrorCode, keyof typeof outcomes>> = {
  link_not_found: 'late',
  status_conflict: 'late',
  rate_limited: 'often',
};

/** Serves the page where a human approves or denies a link request. */
export function serveLinkPages(app: FastifyInstance, parley: Parley): void {
  const { secret, config } = parley;
  app.get('/link', async (request, reply) => {
    const { code: typed, done } = request.query as { code?: unknown; done?: unknown };
    const code = typeof typed === 'string' ? link.readCode(typed) : undefined;
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, signInFor(code));
    if (typeof done === 'string' && Object.hasOwn(outcomes, done)) {
      const [heading, text] = outcomes[done as keyof typeof outcomes];
      return sendPage(reply, heading, `<p>${text}</p>\n${ways}`);
    }
    if (code === undefined) return sendPage(reply, title, `${typed === undefined ? '' : notACode}${codeForm()}`);
    // Another site could use up the attempts of a user who is signed in here.
    if (request.headers['sec-fetch-site'] === 'cross-site') return sendPage(reply, title, codeForm(link.shownCode(code)));
    const { found, refused } = await orRefused(parley.perform('getLink', { userCode: code }, await metadataOf(request, parley)));
    if (found) {
      return sendPage(reply, 'Link this agent?', question(found, code, account.email, formProof(secret, account.id, code)));
    }
    return sendPage(
      reply,
      title,
      `${refused === 'often' ? alert(outcomes.often[1]) : noSuchRequest(config.PARLEY_LINK_TTL_SECONDS)}${codeForm()}`,
    );
  });

  app.post('/link', async (request, reply) => {
    const account = await accountOf(request, parley);
    const userCode = link.readCode(field(request, 'code'));
    if (!account) return seeOther(reply, signInFor(userCode));
    if (userCode === undefined) return seeOther(reply, 'link?code=none');
    assertProof(field(request, 'proof'), formProof(secret, account.id, userCode));
    const decision = decisionIn(request);
    const { refused } = await orRefused(parley.perform('decideLink', { userCode, decision }, await metadataOf(request, parley)));
    return seeOther(reply, `link?done=${refused ?? decision}`);
  });
}

const signInFor = (code: string | undefined): string => place('login', code === undefined ? 'link' : `link?code=${code}`);

interface LinkOutcome<Output> {
  found?: Output;
  refused?: keyof typeof outcomes;
}

const orRefused = <Output>(asked: Promise<Output>): Promise<LinkOutcome<Output>> =>
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
  const left = Math.max(1, Math.round((Date.parse(asked.expiresAt) - Date.now()) / 1000));
  return `<p>An agent that calls itself <strong dir="auto">${escapeHtml(onOneLine(agentName))}</strong> wants to be linked to your account ${escapeHtml(email)}.</p>
<p class="code"><span class="unseen">Code: </span>${userCode}</p>
<p><strong>Approve only if you started this yourself and your agent shows this code.</strong> The name of the agent is not verified.</p>
<dl class="facts">
<div><dt>Asked</dt><dd>${roughly(age)} ago, from the address ${escapeHtml(address)}</dd></div>
<div><dt>The agent can</dt><dd>create and join spaces in your name: they appear in your account</dd><dd>recover the keys of all your spaces, and so act there as you</dd></div>
<div><dt>It cannot</dt><dd>sign in to your account, or link other agents</dd></div>
<div><dt>For how long</dt><dd>until you revoke its token in your account, at any time</dd></div>
<div><dt>Time to decide</dt><dd>${roughly(left)}; then the agent has to ask again</dd></div>
</dl>
<form class="decision" method="post" action="link">
  <input type="hidden" name="code" value="${code}" />
  <input type="hidden" name="proof" value="${proof}" />
  <button name="decision" value="approve">Approve</button>
  <button name="decision" value="refuse" class="quiet">Refuse</button>
</form>`;
}

const ways = '<p><a class="button" href="account">Your account</a> <a class="button quiet" href=".">Your spaces</a></p>';

const notACode = alert(`This is not a code: it has ${link.codeLength} letters and digits, such as BCDF-GHJK.`);
const noSuchRequest = (lifetime: number): string =>
  alert(
    `There is no open request with this code. It may be mistyped, decided already, or expired: a request lasts ${roughly(lifetime)}. Compare it with what your agent shows, or let the agent ask again.`,
  );

const codeForm = (code = '') => `<form class="fields" method="get" action="link">
  <label class="field">Code that your agent shows<input name="code" class="code" value="${code}" required maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false" /></label>
  <button>Continue</button>
</form>`;
