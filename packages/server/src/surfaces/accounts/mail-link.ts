import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import { notice, sendPage } from '../pages/form-page.ts';
import { assertOwnForm, field, seeOther } from '../pages/forms.ts';
import { enter, place, refusalOf, way } from './entrance.ts';
import { emailField, form } from './fields.ts';
import { isKnownBrowser } from './known-browser.ts';
import { local, nextOf, queryOf, purposeOf, rememberedNext, remembering } from './next.ts';
import { recordSignIn } from './recorded.ts';
import { throttle } from '../../engine/limits/throttle.ts';

const quarterOfAnHour = 15 * 60;
const howToOpen = 'Open the link in this browser, within 15 minutes. You then continue where you were.';

/** Serves signing in with a mailed link. Opening it does not sign in yet, because mail scanners open every link. */
export function serveMailLink(app: FastifyInstance, parley: Parley): void {
  const { provider, config, publicUrl, secret } = parley;
  if (!provider.sendsMail) return;
  const { mayTry } = throttle(parley, { name: 'asking for mail', points: 10, seconds: 60 });
  const mayBeSent = mailsTo(parley);
  const sent = config.PARLEY_SIGN_UP
    ? 'We sent a link to this address. If the address has no account here, the link creates one.'
    : 'If the address has an account here, we sent a link to it.';

  app.get('/mail-link', async (request, reply) => {
    const [next, token] = [nextOf(request), queryOf(request, 'token')];
    if (queryOf(request, 'sent')) return sendPage(reply, 'Check your mail', `<p>${sent}</p>\n<p>${howToOpen}</p>`);
    if (token) return sendPage(reply, 'Sign in', form('mail-link', { token }, [], 'Sign in'));
    const parts = [
      notice(purposeOf(next)),
      refusalOf(request),
      form('mail-link', { next }, [emailField], 'Send the link'),
      way('login', next, 'Sign in another way'),
    ];
    return sendPage(reply, 'Get a link by mail', parts.join('\n'));
  });

  app.post('/mail-link', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    const { headers } = request;
    const from = request.address;
    const token = field(request, 'token');
    if (token) {
      const next = rememberedNext(request);
      const cookies = await provider.signInByLink(token, headers.cookie);
      await recordSignIn(parley, request, { via: 'mail-link' }, cookies);
      return enter(reply, cookies, next, place('mail-link', next, 'link'));
    }
    const [next, email] = [local(field(request, 'next')), field(request, 'email')];
    if (!(await mayTry(from))) return seeOther(reply, place('mail-link', next, 'often'));
    const isKnown = isKnownBrowser(request, secret, email);
    if (await mayBeSent(email.toLowerCase(), isKnown ? undefined : from)) await provider.sendLink(email);
    // The browser remembers where to continue. The mail does not, because strangers can request one.
    return seeOther(reply.header('set-cookie', remembering(next, publicUrl())), 'mail-link?sent=yes');
  });
}

/** Limits mails to one e-mail address: per stranger, for all strangers together, and separately for known browsers. */
function mailsTo(parley: Parley): (email: string, stranger: string | undefined) => Promise<boolean> {
  const byOne = throttle(parley, { name: 'mails for a stranger', points: 3, seconds: quarterOfAnHour });
  const byAll = throttle(parley, { name: 'mails for strangers', points: 10, seconds: quarterOfAnHour });
  const byKnown = throttle(parley, { name: 'mails for known browsers', points: 3, seconds: quarterOfAnHour });
  return async (email, stranger) => {
    if (stranger === undefined) return byKnown.mayTry(email);
    return (await byOne.mayTry(stranger, email)) && (await byAll.mayTry(email));
  };
}
