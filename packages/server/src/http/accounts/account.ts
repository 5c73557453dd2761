import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { sessionSeconds } from '../../auth/better-auth.ts';
import type { Account, Provider } from '../../auth/provider.ts';
import type { Parley } from '../../parley.ts';
import { alert, field, seeOther, sendPage } from '../pages/forms.ts';
import { escapeHtml } from '../pages/wording.ts';
import { accountOf, askingOf } from './asking.ts';
import { dashboard } from './dashboard.ts';
import { place, queryOf } from './entrance.ts';
import { checkbox, form, newPasswordField, presentPasswordField, userNameFor } from './fields.ts';
import { rememberBrowser } from './known-browser.ts';
import { passkeyScripts } from './sign-in.ts';
import { throttle } from '../../limits/throttle.ts';

type Passkey = Awaited<ReturnType<Provider['passkeysOf']>>[number];

const outcomes: Record<string, string> = {
  changed: 'Your password was changed, and all other browsers were signed out.',
  alone: 'Your password was changed, all other browsers were signed out, and all agents and tokens were revoked.',
  unchanged: 'Your password was not changed: the current one is wrong, or the new one is too short or too long.',
  often: 'Too many attempts. Wait a few minutes.',
};

/** Serves the account page, which account a browser is signed in to, and the JWT that it uses for the API. */
export function serveAccount(app: FastifyInstance, parley: Parley): void {
  const { provider } = parley;
  const { mayTry } = throttle(parley, { name: 'present passwords', points: 20, seconds: 15 * 60 });
  app.get('/account', async (request, reply) => {
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, place('login', 'account'));
    rememberBrowser(reply, parley, account.email);
    const outcome = queryOf(request, 'password');
    const isElsewhere = await provider.isElsewhere(account);
    const passkeys = provider.hasPasskeys() && !isElsewhere ? passkeySection(await provider.passkeysOf(account)) : '';
    return sendPage(
      reply,
      'Your account',
      `${alert(Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined)}
<p>You are signed in as ${escapeHtml(account.name || account.email)} (${escapeHtml(account.email)}).</p>
${provider.sendsMail && !isElsewhere && !account.isProven ? unproven : ''}
${await dashboard(parley, await askingOf(request, parley))}
${passkeys}
${isElsewhere ? '' : passwordSection(account)}
<form method="post" action="logout"><button class="quiet">Sign out</button></form>`,
      passkeyScripts(provider),
    );
  });

  app.post('/password', async (request, reply) => {
    const { cookie } = request.headers;
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, place('login', 'account'));
    if (!(await mayTry(account.id))) return seeOther(reply, 'account?password=often');
    const revokes = field(request, 'everything') !== '';
    // Checks both before doing either: a user who requests both has lost control of a password.
    if (revokes) parley.pipeline.assertMayStore('revokeApiTokens');
    const isChanged =
      !(await provider.isElsewhere(account)) &&
      (await provider.setPassword(cookie!, account, field(request, 'present'), field(request, 'password')));
    if (!isChanged) return seeOther(reply, 'account?password=unchanged');
    if (!revokes) return seeOther(reply, 'account?password=changed');
    await parley.perform('revokeApiTokens', {}, await askingOf(request, parley));
    return seeOther(reply, 'account?password=alone');
  });

  app.post('/passkeys', async (request, reply) => {
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, place('login', 'account'));
    await provider.removePasskey(account, field(request, 'remove'));
    return seeOther(reply, 'account');
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

const unproven = `<p>You have not confirmed your e-mail address. <a href="mail-link">Get a link by mail</a> and open it in this browser.
If somebody opens such a link in another browser, this account is deleted, and a new one with this address is created there.</p>`;

/** A recent sign-in replaces the present password, which the user can have lost. */
const passwordSection = ({ isFresh, email }: Account): string => {
  const fields = isFresh ? [newPasswordField] : [presentPasswordField, newPasswordField];
  return `<h2>Password</h2>
<p>A new password signs out all other browsers. Agents and tokens continue to work unless you revoke them.</p>
${form('password', {}, [userNameFor(email), ...fields, checkbox('everything', 'Revoke all agents and tokens too')], 'Change the password')}`;
};

const passkeySection = (passkeys: readonly Passkey[]): string => `<h2>Passkeys</h2>
<ul class="entries">
${passkeys.map(passkeyEntry).join('\n')}
</ul>
<p id="passkey" hidden><button type="button" class="quiet">Add a passkey</button></p>
<p id="passkey-refusal" role="alert"></p>`;

const passkeyEntry = ({ id, name, createdAt }: Passkey): string => `  <li>
    <span>${escapeHtml(name ?? 'Passkey')}, added ${createdAt?.toISOString().slice(0, 10) ?? 'long ago'}</span>
    <form method="post" action="passkeys"><input type="hidden" name="remove" value="${escapeHtml(id)}" /><button class="quiet">Remove</button></form>
  </li>`;
