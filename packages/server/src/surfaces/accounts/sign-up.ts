import type { FastifyInstance } from 'fastify';
import { longestName } from '../../account/better-auth.ts';
import type { Provider } from '../../account/provider.ts';
import type { Parley } from '../../parley.ts';
import { notice, sendPage } from '../pages/form-page.ts';
import { assertOwnForm, field, seeOther } from '../pages/forms.ts';
import { enter, place, refusalOf, way } from './entrance.ts';
import { emailField, firstPasswordField, form, nameField } from './fields.ts';
import { local, nextOf, queryOf, purposeOf, rememberedNext } from './next.ts';
import { recordSignIn, type SignInWay } from './recorded.ts';
import { signOnWay } from './sign-in.ts';
import { throttle } from '../../engine/limits/throttle.ts';

interface SignUpWay {
  path: string;
  via: SignInWay;
  title: string;
  why: string;
  remembers: boolean;
  insteadOf(next: string, token: string): Promise<string | undefined>;
  make: Provider['signUp'];
}

/** The set-up link creates the first account; sign-up, if on, creates others. If there is mail, a mailed link proves the address. */
export function serveSignUp(app: FastifyInstance, parley: Parley): void {
  const { provider, config, publicUrl } = parley;
  const { mayTry } = throttle(parley, { name: 'new accounts', points: 10, seconds: 60 });
  const ways: SignUpWay[] = [
    {
      path: 'setup',
      via: 'set-up',
      title: 'Create the first account',
      why: '<p>This server has no accounts yet. You need one to see your spaces in one place and to link agents. Agents do not need one.</p>',
      remembers: true,
      async insteadOf(next: string, token: string) {
        if (await provider.maySetUp(token)) return undefined;
        return place('login', next, token && (await provider.isEmpty()) ? 'setup' : undefined);
      },
      make: provider.setUp,
    },
    {
      path: 'signup',
      via: 'sign-up',
      title: 'Create an account',
      why: '',
      remembers: false,
      async insteadOf(next: string) {
        if (!config.PARLEY_SIGN_UP) return place('login', next, 'closed');
        return provider.sendsMail ? place('mail-link', next) : undefined;
      },
      make: provider.signUp,
    },
  ];
  for (const { path, via, title, why, remembers, insteadOf, make } of ways) {
    app.get(`/${path}`, async (request, reply) => {
      const next = remembers && !queryOf(request, 'next') ? rememberedNext(request) : nextOf(request);
      const token = queryOf(request, 'token');
      const elsewhere = await insteadOf(next, token);
      if (elsewhere !== undefined) return seeOther(reply, elsewhere);
      const fields = form(path, { next, token }, [nameField, emailField, firstPasswordField], 'Create the account');
      const parts = [
        why,
        refusalOf(request),
        notice(purposeOf(next)),
        fields,
        signOnWay(provider, next),
        path === 'signup' ? way('login', next, 'I have an account: sign in') : '',
      ];
      return sendPage(reply, title, parts.join('\n'));
    });

    app.post(`/${path}`, async (request, reply) => {
      assertOwnForm(request, publicUrl());
      const [next, token] = [local(field(request, 'next')), field(request, 'token')];
      const elsewhere = await insteadOf(next, token);
      if (elsewhere !== undefined) return seeOther(reply, elsewhere);
      const again = (refused: 'often' | 'account') => `${place(path, next, refused)}&${new URLSearchParams({ token })}`;
      if (!(await mayTry(request.address))) return seeOther(reply, again('often'));
      const [email, password] = [field(request, 'email'), field(request, 'password')];
      const name = field(request, 'name').trim().slice(0, longestName) || email;
      const cookies = await make({ name, email, password });
      await recordSignIn(parley, request, { via }, cookies);
      return enter(reply, cookies, next, again('account'));
    });
  }
}
