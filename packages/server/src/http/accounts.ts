import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { maxPasswordLength, minPasswordLength, sessionSeconds, type SignedIn } from '../auth/provider.ts';
import type { Parley } from '../parley.ts';
import { alert, assertOwnForm, field, seeOther, sendPage } from './forms.ts';
import { escapeHtml } from './pages/wording.ts';

const refusals: Record<string, string> = {
  password: 'This address and this password do not belong together.',
  account: `This did not work. The password must have ${minPasswordLength} to ${maxPasswordLength} characters, and the address must be new here.`,
  often: 'Too many tries. Wait a minute.',
};

/** Passwords are not guessed faster than this, whatever the rate limit is. */
const triesPerMinute = 10;

/** Where humans sign up, in and out of the embedded identity provider. */
export function serveAccounts(app: FastifyInstance, { provider, config, publicUrl }: Parley): void {
  const tries = new RateLimiterMemory({ points: triesPerMinute, duration: 60 });
  const mayTry = (key: string) =>
    tries.consume(key).then(
      () => true,
      () => false,
    );

  app.get('/login', async (request, reply) => {
    if (await provider.isEmpty()) return seeOther(reply, place('setup', nextOf(request)));
    const others = config.PARLEY_SIGN_UP ? '<p><a href="signup">Make an account</a></p>' : '';
    return sendPage(
      reply,
      'Sign in',
      `${refusalOf(request)}${form('login', nextOf(request), [email, presentPassword], 'Sign in')}${others}`,
    );
  });

  app.post('/login', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    const [address, next] = [field(request, 'email'), local(field(request, 'next'))];
    if (!(await mayTry(`${request.ip} ${address.toLowerCase()}`))) return seeOther(reply, place('login', next, 'often'));
    const cookies = await provider.signIn({ email: address, password: field(request, 'password') });
    return enter(reply, cookies, next, place('login', next, 'password'));
  });

  for (const [path, isOpen, title] of [
    ['setup', () => provider.isEmpty(), 'Make the first account'],
    ['signup', async () => config.PARLEY_SIGN_UP, 'Make an account'],
  ] as const) {
    app.get(`/${path}`, async (request, reply) => {
      if (!(await isOpen())) return seeOther(reply, place('login', nextOf(request)));
      return sendPage(
        reply,
        title,
        `${refusalOf(request)}${form(path, nextOf(request), [name, email, newPassword], 'Make the account')}`,
      );
    });

    app.post(`/${path}`, async (request, reply) => {
      assertOwnForm(request, publicUrl());
      const next = local(field(request, 'next'));
      if (!(await isOpen())) return seeOther(reply, place('login', next));
      if (!(await mayTry(`${request.ip} new`))) return seeOther(reply, place(path, next, 'often'));
      const [name, address, password] = ['name', 'email', 'password'].map((each) => field(request, each)) as [
        string,
        string,
        string,
      ];
      const cookies = await provider.signUp({ name: name.trim() || address, email: address, password });
      return enter(reply, cookies, next, place(path, next, 'account'));
    });
  }

  app.post('/logout', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    reply.header('set-cookie', await provider.signOut(request.headers.cookie ?? ''));
    return seeOther(reply, 'login');
  });

  app.get('/account', async (request, reply) => {
    const account = await provider.account(request.headers.cookie);
    if (!account) return seeOther(reply, place('login', 'account'));
    return sendPage(
      reply,
      'Your account',
      `      <p>You are signed in as ${escapeHtml(account.name)} (${escapeHtml(account.email)}).</p>
      <p><a href="link">Link an agent</a></p>
      <form method="post" action="logout"><button>Sign out</button></form>`,
    );
  });

  app.get('/auth/token', async (request, reply) => {
    const { cookie } = request.headers;
    if (!(await provider.account(cookie))) throw new ServiceError('session_required', 'Nobody is signed in with this browser');
    return reply.header('cache-control', 'no-store').send({ token: await provider.token(cookie!), expiresIn: sessionSeconds });
  });

  app.get('/.well-known/jwks.json', () => provider.published());
}

function enter(reply: FastifyReply, cookies: SignedIn, next: string, refused: string): FastifyReply {
  if (!cookies) return seeOther(reply, refused);
  return seeOther(reply.header('set-cookie', cookies), next);
}

/** Only pages of ours, named beside this one, so that nobody is led astray. */
const local = (next: string): string => (/^[a-z]+(\?[\w=&%-]*)?$/.test(next) ? next : 'account');

const nextOf = ({ query }: FastifyRequest): string => local(String((query as Record<string, unknown>)['next'] ?? ''));

const place = (path: string, next: string, refused?: string): string =>
  `${path}?${new URLSearchParams({ next, ...(refused && { refused }) })}`;

const refusalOf = ({ query }: FastifyRequest): string => {
  const refused = String((query as Record<string, unknown>)['refused'] ?? '');
  return alert(Object.hasOwn(refusals, refused) ? refusals[refused] : undefined);
};

const input = (label: string, attributes: string): string => `<label>${label}<input ${attributes} required /></label>`;
const name = input('Name', 'name="name" maxlength="80" autocomplete="name"');
const email = input('E-mail', 'name="email" type="email" maxlength="200" autocomplete="username"');
const passwordOf = (complete: string) =>
  input(
    'Password',
    `name="password" type="password" minlength="${minPasswordLength}" maxlength="${maxPasswordLength}" autocomplete="${complete}"`,
  );
const presentPassword = passwordOf('current-password');
const newPassword = passwordOf('new-password');

const form = (action: string, next: string, fields: string[], button: string): string =>
  `<form class="fields" method="post" action="${action}">
  <input type="hidden" name="next" value="${escapeHtml(next)}" />
  ${fields.join('\n  ')}
  <button>${button}</button>
</form>`;
