import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import { assertOwnForm, field, seeOther, sendPage } from '../forms.ts';
import { enter, local, nextOf, place, queryOf, refusalOf, type MayTry } from './entrance.ts';
import { emailField, form } from './fields.ts';

/** Signing in by a link in a mail. Opening it signs nobody in yet: programs that look at mail open every link. */
export function serveMailLink(app: FastifyInstance, { provider, publicUrl }: Parley, mayTry: MayTry): void {
  if (!provider.sendsMail) return;

  app.get('/mail-link', async (request, reply) => {
    const [next, token] = [nextOf(request), queryOf(request, 'token')];
    if (queryOf(request, 'sent')) {
      return sendPage(reply, 'Look into your mail', '<p>If the address has an account here, a link is on its way to it.</p>');
    }
    if (token) return sendPage(reply, 'Sign in', form('mail-link', { next, token }, [], 'Sign in'));
    return sendPage(
      reply,
      'Get a link by mail',
      `${refusalOf(request)}${form('mail-link', { next }, [emailField], 'Send the link')}`,
    );
  });

  app.post('/mail-link', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    const [next, token, email] = [local(field(request, 'next')), field(request, 'token'), field(request, 'email')];
    if (token) return enter(reply, await provider.signInByLink(token), next, place('mail-link', next, 'link'));
    if (!(await mayTry(request.ip, 'mail'))) return seeOther(reply, place('mail-link', next, 'often'));
    if (await mayTry('mail', email.toLowerCase())) await provider.sendLink(email, next);
    return seeOther(reply, 'mail-link?sent=yes');
  });
}
