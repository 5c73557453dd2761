import type { FastifyInstance } from 'fastify';
import { longestName } from '../../auth/better-auth.ts';
import type { Parley } from '../../parley.ts';
import { assertOwnForm, field, seeOther, sendPage } from '../forms.ts';
import { enter, local, nextOf, place, refusalOf, type MayTry } from './entrance.ts';
import { emailField, firstPasswordField, form, nameField } from './fields.ts';
import { signOnWay } from './sign-in.ts';

/** The first account is made by whoever comes first, others where that is set; by a mailed link, which proves the address, if there is mail. */
export function serveSignUp(app: FastifyInstance, { provider, config, publicUrl }: Parley, mayTry: MayTry): void {
  const ways = [
    {
      path: 'setup',
      title: 'Make the first account',
      why: '<p>This server has no account yet. You need one to see your spaces in one place and to link agents; agents need none.</p>',
      insteadOf: async (next: string) => ((await provider.isEmpty()) ? undefined : place('login', next)),
      make: provider.setUp,
    },
    {
      path: 'signup',
      title: 'Make an account',
      why: '',
      insteadOf: async (next: string) => {
        if (!config.PARLEY_SIGN_UP) return place('login', next, 'closed');
        return provider.sendsMail ? place('mail-link', next) : undefined;
      },
      make: provider.signUp,
    },
  ];
  for (const { path, title, why, insteadOf, make } of ways) {
    app.get(`/${path}`, async (request, reply) => {
      const next = nextOf(request);
      const elsewhere = await insteadOf(next);
      if (elsewhere !== undefined) return seeOther(reply, elsewhere);
      const fields = form(path, { next }, [nameField, emailField, firstPasswordField], 'Make the account');
      return sendPage(reply, title, [why, refusalOf(request), fields, signOnWay(provider, next)].join('\n'));
    });

    app.post(`/${path}`, async (request, reply) => {
      assertOwnForm(request, publicUrl());
      const next = local(field(request, 'next'));
      const elsewhere = await insteadOf(next);
      if (elsewhere !== undefined) return seeOther(reply, elsewhere);
      if (!(await mayTry(request.ip, 'new'))) return seeOther(reply, place(path, next, 'often'));
      const [email, password] = [field(request, 'email'), field(request, 'password')];
      const name = field(request, 'name').trim().slice(0, longestName) || email;
      return enter(reply, await make({ name, email, password }), next, place(path, next, 'account'));
    });
  }
}
