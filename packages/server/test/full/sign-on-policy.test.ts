import { ask, freePort, startIssuer, startOpenIdProvider, startServer, Walker } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../backup-command.ts';
import { onPostgres } from '../databases.ts';

const signedIn = 'You are signed in as';

/** A server at which people of a real OpenID provider sign in. */
async function withProvider(settings: Record<string, string>) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const [place, provider] = await Promise.all([onPostgres(), startOpenIdProvider(`${url}/auth/callback`)]);
  const common = {
    ...place.settings,
    PORT: new URL(url).port,
    PARLEY_PUBLIC_URL: url,
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: provider.clientId,
    PARLEY_OIDC_CLIENT_SECRET: provider.clientSecret,
  };
  let server = await startServer({ ...common, ...settings });
  onTestFinished(async () => {
    await server.stop();
    await provider.stop();
    await place.remove();
  });
  return {
    async restart(others: Record<string, string>) {
      await server.stop();
      server = await startServer({ ...common, ...others });
    },
    async signIn(name: string): Promise<string> {
      const human = await new Walker().open(`${url}/sign-on?next=account`);
      await human.submit('Sign-in', { login: name, password: 'any' });
      if (human.html.includes('>Continue</button>')) await human.submit('Continue');
      return human.html;
    },
  };
}

describe('somebody who signs in at the other provider', () => {
  test('needs a verified address of an allowed domain, and is told what is missing', async () => {
    const { signIn, restart } = await withProvider({ PARLEY_OIDC_ALLOWED_DOMAINS: 'Other.example, EXAMPLE.org' });
    expect(await signIn('ada')).toContain(signedIn);
    expect(await signIn('unsure-eve')).toContain('has not verified your e-mail address');
    expect(await signIn('nameless-eve')).toContain('has not verified your e-mail address');
    await restart({ PARLEY_OIDC_ALLOWED_DOMAINS: 'other.example' });
    expect(await signIn('ada')).toContain('certain domains, and yours has another one. Ask an administrator');
  });

  test('needs the required claim, and without sign-up must have been here before', async () => {
    const { signIn, restart } = await withProvider({ PARLEY_OIDC_REQUIRED_CLAIM: 'name=ada' });
    expect(await signIn('ada')).toContain(signedIn);
    expect(await signIn('ben')).toContain('does not belong to those who may use this server');
    await restart({ PARLEY_OIDC_SIGN_UP: 'off' });
    expect(await signIn('ada')).toContain(signedIn);
    expect(await signIn('ben')).toContain('accepts no new people');
    await restart({});
    expect(await signIn('ben')).toContain(signedIn);
  });
});

test('a session of the other issuer must fulfil the same, and says what is missing', async () => {
  const issuer = await startIssuer();
  const place = await onPostgres();
  const settings = { ...place.settings, ...issuer.settings };
  let server = await startServer(settings);
  onTestFinished(async () => {
    await server.stop();
    await issuer.stop();
    await place.remove();
  });
  const me = async (name: string, claims: object = {}) =>
    ask(server, 'getMe', { session: await issuer.session(name, { ...claims }) });
  expect((await me('ada')).status).toBe(200);
  await server.stop();
  const strict = {
    PARLEY_OIDC_ALLOWED_DOMAINS: 'example.org',
    PARLEY_OIDC_REQUIRED_CLAIM: 'groups=staff',
    PARLEY_OIDC_SIGN_UP: 'off',
  };
  server = await startServer({ ...settings, ...strict });
  const staff = { groups: ['all', 'staff'], email_verified: true };
  expect((await me('ada', staff)).status).toBe(200);
  const refusals: [string, object, string][] = [
    ['ada', { ...staff, email_verified: 'true' }, 'not verified'],
    ['ada', { ...staff, email: undefined }, 'not verified'],
    ['ada', { ...staff, email: 'ada@example.org.evil.example' }, 'another one'],
    ['ada', { ...staff, groups: 'all staff' }, 'does not belong'],
    ['ben', staff, 'no new people'],
  ];
  for (const [name, claims, text] of refusals)
    expect(await me(name, claims)).toMatchObject({
      status: 401,
      body: { code: 'session_required', error: expect.stringContaining(text) as string },
    });
});

test.each([
  [{ PARLEY_OIDC_ALLOWED_DOMAINS: 'ada@example.org' }, 'PARLEY_OIDC_ALLOWED_DOMAINS must be domains of e-mail addresses'],
  [{ PARLEY_OIDC_ALLOWED_DOMAINS: 'example.org,,' }, 'PARLEY_OIDC_ALLOWED_DOMAINS must be domains of e-mail addresses'],
  [{ PARLEY_OIDC_REQUIRED_CLAIM: 'groups' }, 'PARLEY_OIDC_REQUIRED_CLAIM must be a claim and the value'],
  [{ PARLEY_OIDC_REQUIRED_CLAIM: '=staff' }, 'PARLEY_OIDC_REQUIRED_CLAIM must be a claim and the value'],
  [{ PARLEY_OIDC_SIGN_UP: 'maybe' }, 'PARLEY_OIDC_SIGN_UP must be'],
  [{ PARLEY_OIDC_SIGN_UP: 'off', PARLEY_OIDC_ISSUER: '' }, 'PARLEY_OIDC_ISSUER is required with PARLEY_OIDC_SIGN_UP=off'],
  [
    { PARLEY_OIDC_REQUIRED_CLAIM: 'a=b', PARLEY_OIDC_ISSUER: '' },
    'PARLEY_OIDC_ISSUER is required with PARLEY_OIDC_REQUIRED_CLAIM',
  ],
])('%j stops the start with one line', async (settings, text) => {
  const issuer = { PARLEY_OIDC_ISSUER: 'https://id.example', PARLEY_OIDC_AUDIENCE: 'parley' };
  const { code, said } = await run([], { ...issuer, ...settings });
  expect(code).toBe(1);
  expect(said.split('\n')).toHaveLength(2);
  expect(said).toContain(text);
});
