import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import { assertOwnForm, field, seeOther, sendPage } from '../forms.ts';
import { enter, local, nextOf, place, queryOf, refusalOf, throttle, type MayTry } from './entrance.ts';
import { emailField, form } from './fields.ts';

const quarterOfAnHour = 15 * 60;
/** Mails to one address: asked for by one stranger, and by all of them. */
const mails = { byOne: 3, byAll: 10 };

/** Signing in by a link in a mail. Opening it signs nobody in yet: programs that look at mail open every link. */
export function serveMailLink(app: FastifyInstance, { provider, config, publicUrl }: Parley, mayTry: MayTry): void {
  if (!provider.sendsMail) return;
  const mayOneAsk = throttle(mails.byOne, quarterOfAnHour);
  const mayAnyAsk = throttle(mails.byAll, quarterOfAnHour);
  const sent = config.PARLEY_SIGN_UP
    ? 'A link is on its way to the address. If it has no account here, the link makes one.'
    : 'If the address has an account here, a link is on its way to it.';

  app.get('/mail-link', async (request, reply) => {
    const [next, token] = [nextOf(request), queryOf(request, 'token')];
    if (queryOf(request, 'sent')) return sendPage(reply, 'Look into your mail', `<p>${sent}</p>`);
    if (token) return sendPage(reply, 'Sign in', form('mail-link', { token }, [], 'Sign in'));
    const fields = form('mail-link', { next }, [emailField], 'Send the link');
    return sendPage(reply, 'Get a link by mail', `${refusalOf(request)}${fields}`);
  });

  app.post('/mail-link', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    const { headers, ip } = request;
    const token = field(request, 'token');
    if (token) {
      const next = rememberedIn(headers.cookie);
      return enter(reply, await provider.signInByLink(token, headers.cookie), next, place('mail-link', next, 'link'));
    }
    const [next, email] = [local(field(request, 'next')), field(request, 'email')];
    if (!(await mayTry(ip, 'mail'))) return seeOther(reply, place('mail-link', next, 'often'));
    const address = email.toLowerCase();
    if ((await mayOneAsk(ip, address)) && (await mayAnyAsk(address))) await provider.sendLink(email);
    return seeOther(reply.header('set-cookie', remembering(next)), 'mail-link?sent=yes');
  });
}

/** Where to go on is known to the browser that asked for the mail, and not in the mail: strangers can ask for one too. */
const remembering = (next: string): string =>
  `parley.next=${encodeURIComponent(next)}; Max-Age=${quarterOfAnHour}; Path=/; HttpOnly; SameSite=Lax`;

function rememberedIn(cookie = ''): string {
  const [, next = ''] = /(?:^|; )parley\.next=([^;]*)/.exec(cookie) ?? [];
  try {
    return local(decodeURIComponent(next));
  } catch {
    return local('');
  }
}
