import type { FastifyInstance } from 'fastify';
import type { Provider } from '../../auth/provider.ts';
import type { Parley } from '../../parley.ts';
import { assertOwnForm, field, seeOther, sendPage } from '../pages/forms.ts';
import { escapeHtml } from '../pages/wording.ts';
import { enter, local, nextOf, place, refusalOf } from './entrance.ts';
import { emailField, form, passwordField } from './fields.ts';
import type { MayGuess } from './guesses.ts';
import { rememberBrowser } from './known-browser.ts';

/** Serves signing in with a password, and links to the other configured ways. */
export function serveSignIn(app: FastifyInstance, parley: Parley, mayGuess: MayGuess): void {
  const { provider, config, publicUrl } = parley;
  app.get('/login', async (request, reply) => {
    const next = nextOf(request);
    const isEmpty = await provider.isEmpty();
    const parts = [
      refusalOf(request),
      isEmpty ? noAccountYet : form('login', { next }, [emailField, passwordField], 'Sign in'),
      isEmpty ? '' : passkeyButton(provider, next),
      signOnWay(provider, next),
      provider.sendsMail ? way('mail-link', next, 'Get a link by mail instead') : '',
      config.PARLEY_SIGN_UP ? way('signup', next, 'Create an account') : '',
    ];
    return sendPage(reply, 'Sign in', parts.join('\n'), passkeyScripts(provider));
  });

  app.post('/login', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    const [email, next] = [field(request, 'email'), local(field(request, 'next'))];
    const guess = await mayGuess(request, email);
    if (!guess) return seeOther(reply, place('login', next, 'often'));
    const cookies = await provider.signIn({ email, password: field(request, 'password') });
    if (cookies) {
      await guess.right();
      rememberBrowser(reply, parley, email);
    }
    return enter(reply, cookies, next, place('login', next, 'password'));
  });

  app.post('/logout', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    reply.header('set-cookie', await provider.signOut(request.headers.cookie ?? ''));
    return seeOther(reply, 'login');
  });
}

const noAccountYet = `<p>This server has no accounts yet. Its operator creates the first one with the set-up link in the output or the log of the server,
in the line “Create the first account at …”. Agents and spaces need no account.</p>`;

const way = (path: string, next: string, text: string): string =>
  `<p><a href="${escapeHtml(place(path, next))}">${escapeHtml(text)}</a></p>`;

export const signOnWay = ({ signOn }: Provider, next: string): string =>
  signOn ? way('sign-on', next, `Sign in with ${new URL(signOn.issuer).host}`) : '';

/** Hidden until its script finds that the browser supports passkeys. */
const passkeyButton = (provider: Provider, next: string): string =>
  provider.hasPasskeys()
    ? `<p id="passkey" hidden><button type="button" class="quiet" data-next="${escapeHtml(next)}">Sign in with a passkey</button></p>
<p id="passkey-refusal" role="alert"></p>`
    : '';

export const passkeyScripts = (provider: Provider): string[] => (provider.hasPasskeys() ? ['passkey.js'] : []);
