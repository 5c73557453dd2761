import type { FastifyInstance } from 'fastify';
import type { Provider } from '../../account/provider.ts';
import type { Parley } from '../../parley.ts';
import { notice, sendPage } from '../pages/form-page.ts';
import { assertOwnForm, field, seeOther } from '../pages/forms.ts';
import { escapeHtml } from '../pages/wording.ts';
import { enter, place, refusalOf, way } from './entrance.ts';
import { emailField, form, passwordField } from './fields.ts';
import type { MayGuess } from './guesses.ts';
import { rememberBrowser } from './known-browser.ts';
import { local, nextOf, purposeOf, remembering } from './next.ts';
import { recordSignIn } from './recorded.ts';

/** Serves signing in with a password, and links to the other configured ways. */
export function serveSignIn(app: FastifyInstance, parley: Parley, mayGuess: MayGuess): void {
  const { provider, config, publicUrl } = parley;
  app.get('/login', async (request, reply) => {
    const next = nextOf(request);
    const purpose = purposeOf(next);
    const isEmpty = await provider.isEmpty();
    // The set-up link is in the log and does not know where to continue.
    if (isEmpty && purpose) reply.header('set-cookie', remembering(next, publicUrl()));
    const parts = [
      refusalOf(request),
      notice(purpose),
      isEmpty ? noAccountYet : form('login', { next }, [emailField, passwordField], 'Sign in'),
      isEmpty ? '' : passkeyButton(provider, next),
      signOnWay(provider, next),
      provider.sendsMail ? way('mail-link', next, 'Get a link by mail instead') : '',
      config.PARLEY_SIGN_UP && !isEmpty ? way('signup', next, 'Create an account') : '',
    ];
    return sendPage(reply, 'Sign in', parts.join('\n'));
  });

  app.post('/login', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    const [email, next] = [field(request, 'email'), local(field(request, 'next'))];
    const guess = await mayGuess(request, email);
    const attempt = { via: 'password', email } as const;
    if (!guess) {
      await recordSignIn(parley, request, attempt, { refused: 'often' });
      return seeOther(reply, place('login', next, 'often'));
    }
    const cookies = await provider.signIn({ email, password: field(request, 'password') });
    await recordSignIn(parley, request, attempt, cookies);
    if (cookies) await guess.right();
    if (Array.isArray(cookies)) rememberBrowser(reply, parley, email);
    return enter(reply, cookies, next, place('login', next, 'password'));
  });
}

const noAccountYet = `<p>This server has no accounts yet. Its operator creates the first one with the set-up link in the output or the log of the server,
in the line “Create the first account at …”. Open the link in this browser.</p>
<p>Agents and spaces need no account.</p>`;

export const signOnWay = ({ signOn }: Provider, next: string): string =>
  signOn ? way('sign-on', next, `Sign in with ${new URL(signOn.issuer).host}`) : '';

/** Hidden until its script finds that the browser supports passkeys. */
const passkeyButton = (provider: Provider, next: string): string =>
  provider.hasPasskeys()
    ? `<div data-passkey data-next="${escapeHtml(next)}" hidden>
<button type="button" class="quiet">Sign in with a passkey</button>
<p class="said-no" role="alert"></p>
</div>`
    : '';
