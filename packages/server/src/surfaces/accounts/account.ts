import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { sessionSeconds } from '../../account/better-auth.ts';
import type { Account } from '../../account/provider.ts';
import type { Parley } from '../../parley.ts';
import type { CallMetadata } from '../../call/metadata.ts';
import { alert, notice, sendPage } from '../pages/form-page.ts';
import { seeOther } from '../pages/forms.ts';
import { escapeHtml } from '../pages/wording.ts';
import { accountOf, metadataOf } from './session.ts';
import { browsersSection } from './browsers.ts';
import { place } from './entrance.ts';
import { rememberBrowser } from './known-browser.ts';
import { queryOf } from './next.ts';
import { passkeySection } from './own-passkeys.ts';
import { passwordSection } from './password.ts';
import { longestList, section } from './section.ts';
import { spacesSection } from './spaces.ts';
import { tokensSection } from './tokens.ts';
import { administratorOf } from './users.ts';

const outcomes: Record<string, string> = {
  changed: 'Your password was changed, and all other browsers were signed out.',
  alone: 'Your password was changed, all other browsers were signed out, and all agents and tokens were revoked.',
  others: 'All other browsers were signed out.',
  revoked: 'The token was revoked.',
  added: 'You can now sign in with this passkey.',
  removed: 'The passkey was removed.',
};

const refusals: Record<string, string> = {
  unchanged: 'Your password was not changed: the current one is wrong, or the new one is too short or too long.',
  often: 'Too many attempts. Wait a few minutes.',
  full: 'You have too many tokens. Revoke some first.',
};

const textIn = (texts: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/** Serves the account page, which account a browser is signed in to, and the JWT that it uses for the API. */
export function serveAccount(app: FastifyInstance, parley: Parley): void {
  const { provider } = parley;
  app.get('/account', async (request, reply) => {
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, place('login', 'account'));
    rememberBrowser(reply, parley, account.email);
    const done = queryOf(request, 'done') || queryOf(request, 'password');
    const isElsewhere = await provider.isElsewhere(account);
    const parts = [
      who(account),
      alert(textIn(refusals, done)),
      notice(textIn(outcomes, done)),
      provider.sendsMail && !isElsewhere && !account.isProven ? unproven : '',
      await linked(parley, await metadataOf(request, parley)),
      provider.hasPasskeys() && !isElsewhere ? passkeySection(await provider.passkeysOf(account)) : '',
      isElsewhere ? '' : passwordSection(account),
      browsersSection(await provider.sessionsOf(account)),
      (await administratorOf(parley, account)) ? administration : '',
    ];
    return sendPage(reply, 'Your account', parts.filter(Boolean).join('\n'), 'sections');
  });

  // Without an account it is no refusal: the app asks at every invitation.
  app.get('/auth/account', async (request, reply) => {
    const account = await accountOf(request, parley);
    const told = account && { name: account.name, email: account.email };
    return reply.send({ account: told });
  });

  app.get('/auth/token', async (request, reply) => {
    const { cookie } = request.headers;
    if (!(await accountOf(request, parley))) throw new ServiceError('session_required', 'This browser is not signed in');
    return reply.header('cache-control', 'no-store').send({ token: await provider.token(cookie!), expiresIn: sessionSeconds });
  });

  app.get('/.well-known/jwks.json', () => provider.published());
}

/** The spaces and the agents of a user. */
export async function linked(parley: Pick<Parley, 'perform'>, metadata: CallMetadata): Promise<string> {
  const limit = longestList + 1;
  const [spaces, tokens] = await Promise.all([
    parley.perform('listMySpaces', { limit }, metadata),
    parley.perform('listApiTokens', { limit, state: 'working' }, metadata),
  ]);
  return `${spacesSection(spaces, tokens)}\n${tokensSection(tokens, spaces)}`;
}

const who = ({ name, email }: Account): string => `<div class="who">
<p>You are signed in as ${escapeHtml(name || email)} (${escapeHtml(email)}).</p>
<form method="post" action="logout"><button class="quiet small">Sign out</button></form>
</div>`;

const administration = section(
  'administration',
  'Administration',
  '<p>You are an administrator of this server. <a class="button quiet" href="users">Manage its users</a></p>',
);

const unproven = `<p class="notice attention">You have not confirmed your e-mail address. <a href="mail-link">Get a link by mail</a> and open it in this browser:
then this account stays yours. Opened in another browser, a link creates a new account with this address there, and deletes this one.</p>`;
