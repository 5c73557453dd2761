import type { FastifyInstance } from 'fastify';
import { longestName } from '../../auth/better-auth.ts';
import type { Parley } from '../../parley.ts';
import { assertOwnForm, field, seeOther, sendPage } from '../forms.ts';
import { enter, local, nextOf, place, refusalOf, type MayTry } from './entrance.ts';
import { emailField, firstPasswordField, form, nameField } from './fields.ts';
import { signOnWay } from './sign-in.ts';

/** The first account is made by whoever comes first, others where that is set: by a mailed link, which proves the address, if there is mail. */
export function serveSignUp(app: FastifyInstance, { provider, config, publicUrl }: Parley, mayTry: MayTry): void {
  for (const { path, isOpen, title, make } of [
    { path: 'setup', isOpen: () => provider.isEmpty(), title: 'Make the first account', make: provider.setUp },
    {
      path: 'signup',
      isOpen: async () => config.PARLEY_SIGN_UP && !provider.sendsMail,
      title: 'Make an account',
      make: provider.signUp,
    },
  ]) {
    app.get(`/${path}`, async (request, reply) => {
      const next = nextOf(request);
      if (path === 'signup' && config.PARLEY_SIGN_UP && provider.sendsMail) return seeOther(reply, place('mail-link', next));
      if (!(await isOpen())) return seeOther(reply, place('login', next));
      const fields = form(path, { next }, [nameField, emailField, firstPasswordField], 'Make the account');
      return sendPage(reply, title, [refusalOf(request), fields, signOnWay(provider, next)].join('\n'));
    });

    app.post(`/${path}`, async (request, reply) => {
      assertOwnForm(request, publicUrl());
      const next = local(field(request, 'next'));
      if (!(await isOpen())) return seeOther(reply, place('login', next));
      if (!(await mayTry(request.ip, 'new'))) return seeOther(reply, place(path, next, 'often'));
      const [email, password] = [field(request, 'email'), field(request, 'password')];
      const name = field(request, 'name').trim().slice(0, longestName) || email;
      return enter(reply, await make({ name, email, password }), next, place(path, next, 'account'));
    });
  }
}
