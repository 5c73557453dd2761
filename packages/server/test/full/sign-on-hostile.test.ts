import { answer, ask, startMailServer, startServer, Walker, type TestMailServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startCrookedProvider } from '../crooked-provider.ts';
import { onPostgres, type PostgresPlace } from '../databases.ts';
import { account, other, signedIn, signIn as signInHere, started, withFirstAccount } from '../visitors.ts';

describe('signing in with a faulty OpenID provider', () => {
  let place: PostgresPlace;
  let provider: Awaited<ReturnType<typeof startCrookedProvider>>;
  let post: TestMailServer;
  let server: TestServer;
  beforeAll(async () => {
    [place, provider, post] = await Promise.all([onPostgres(), startCrookedProvider('parley'), startMailServer()]);
    server = await startServer({
      ...place.settings,
      LOG_LEVEL: 'warn',
      PARLEY_OIDC_ISSUER: provider.issuer,
      PARLEY_OIDC_CLIENT_ID: 'parley',
      PARLEY_SMTP_URL: post.url,
      PARLEY_MAIL_FROM: 'parley@example.org',
    });
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([provider.stop(), post.stop(), place.remove()]);
  });

  const signIn = () => new Walker().open(`${server.url}/sign-on`);
  const failed = 'You could not be signed in there';
  const ada = { sub: 'ada', email: 'ada@example.org', name: 'Ada' };

  test('works again after a failure of any of its answers', async () => {
    provider.answers.idToken = ada;
    for (const statuses of [[500], [200, 500]]) {
      provider.answers.discovery = statuses;
      expect((await signIn()).html).toContain(failed);
    }
    expect((await signIn()).html).toContain(`${signedIn} Ada`);
  });

  test('needs an ID token: other claims of the provider do not identify a user', async () => {
    provider.answers.idToken = undefined;
    provider.answers.userInfo = ada;
    expect((await signIn()).html).toContain(failed);
  });

  test('accepts no token for another purpose as an ID token', async () => {
    provider.answers.idToken = ada;
    for (const typ of ['logout+jwt', 'oauth-id-jag+jwt', 'secevent+jwt']) {
      provider.answers.idTokenType = typ;
      expect((await signIn()).html, typ).toContain(failed);
    }
    provider.answers.idTokenType = 'JWT';
    expect((await signIn()).html).toContain(`${signedIn} Ada`);
  });

  test.each(['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'])('accepts no ID token without %s', async (claim) => {
    provider.answers.idToken = ada;
    provider.answers.lacks = [claim];
    onTestFinished(() => void (provider.answers.lacks = []));
    expect((await signIn()).html).toContain(failed);
  });

  test('accepts other claims only for the subject of the ID token', async () => {
    provider.answers.idToken = { sub: 'grace' };
    provider.answers.userInfo = { ...ada, sub: 'ada' };
    expect((await signIn()).html).toContain('did not supply your e-mail address');
    provider.answers.userInfo = { sub: 'grace', email: 'grace@example.org', name: 'Grace' };
    expect((await signIn()).html).toContain(`${signedIn} Grace`);
  });

  test.each(['no address', `${'x'.repeat(300)}@example.org`, 7])('accepts no invalid e-mail address: %s', async (email) => {
    provider.answers.idToken = { sub: 'odd', email };
    expect((await signIn()).html).toContain('did not supply your e-mail address');
  });

  test('is not affected by an e-mail address that changed to that of someone else', async () => {
    provider.answers.idToken = { ...ada, email: 'grace@example.org' };
    expect((await signIn()).html).toContain(`${signedIn} Ada`);
  });

  test('is the only way for its users to sign in: no mailed link, no password, no passkey', async () => {
    provider.answers.idToken = ada;
    const human = await signIn();
    expect(human.html).not.toContain('Password');
    const headers = { origin: server.url, cookie: human.cookie(server.url) };
    const body = new URLSearchParams({ password: 'a password of mine' });
    const changed = await fetch(`${server.url}/password`, { method: 'POST', headers, body, redirect: 'manual' });
    expect(changed.headers.get('location')).toBe('account?password=unchanged');
    await (await new Walker().open(`${server.url}/mail-link`)).submit('Send the link', { email: ada.email });
    const kept = await place.sql("select 1 from auth_verifications where identifier like 'magic-link:%'");
    expect([kept, post.mails]).toEqual([[], []]);
  });

  test('never hangs because of the provider', async () => {
    provider.answers.hangs = true;
    expect((await signIn()).html).toContain(failed);
  });
});

describe('an e-mail address with an account that someone else created before', () => {
  async function taken() {
    const [place, provider] = await Promise.all([onPostgres(), startCrookedProvider('parley')]);
    onTestFinished(async () => void (await Promise.all([provider.stop(), place.remove()])));
    const server = await started(place, {
      PARLEY_OIDC_ISSUER: provider.issuer,
      PARLEY_OIDC_CLIENT_ID: 'parley',
      PARLEY_SIGN_UP: 'true',
      LOG_LEVEL: 'silent',
    });
    await withFirstAccount(server);
    const squatter = await (await new Walker().open(`${server.url}/signup`)).submit('Create the account', other);
    expect(squatter.html).toContain(`${signedIn} Lin`);
    const signOn = async (claims: Record<string, unknown>, userInfo: Record<string, unknown> = {}) => {
      provider.answers.idToken = { sub: 'lin', name: 'Lin elsewhere', ...claims };
      provider.answers.userInfo = { sub: 'lin', ...userInfo };
      return new Walker().open(`${server.url}/sign-on`);
    };
    return { place, server, squatter, signOn };
  }

  test('belongs to its owner if the issuer says that it is verified: the creator of the account keeps nothing', async () => {
    const { place, server, squatter, signOn } = await taken();
    const { email } = other;
    await place.sql(
      `insert into auth_passkeys (id, public_key, user_id, credential_id, counter, device_type, backed_up)
       select 'p', 'k', id, 'c', 0, 'singleDevice', false from auth_users where email = '${email}'`,
    );
    const { token: jwt } = await squatter.json('/auth/token');
    const session = String(jwt);
    const { token: userToken } = await answer(201, server, 'createApiToken', { session });
    await answer(200, server, 'createSpace', { userToken }, { name: 'Of the squatter', description: '' });

    const owner = await signOn({ email, email_verified: true });
    expect(owner.html).toContain(`${signedIn} Lin elsewhere`);
    expect(owner.html).not.toContain('Of the squatter');
    expect((await squatter.open(`${server.url}/account`)).html).toContain('<h1>Sign in</h1>');
    expect((await signInHere(server, email, other.password)).html).toContain('or the password is wrong');
    expect((await ask(server, 'getMe', { session })).status).toBe(401);
    expect(await place.sql('select 1 from auth_passkeys')).toEqual([]);
    expect((await signOn({ email, email_verified: true })).html).toContain(`${signedIn} Lin elsewhere`);
    expect((await signInHere(server, account.email, account.password)).html).toContain(signedIn);
  });

  test('stays with the account if the issuer does not say that this address is verified', async () => {
    const { server, signOn } = await taken();
    const { email } = other;
    const words: [Record<string, unknown>, Record<string, unknown>?][] = [
      [{ email }],
      [{ email, email_verified: false }],
      [{ email, email_verified: 'true' }],
      [{ email, email_verified: 'false' }],
      [{ email }, { email, email_verified: true }],
      [{ email_verified: true }, { email }],
    ];
    for (const [claims, userInfo] of words) {
      expect((await signOn(claims, userInfo)).html, JSON.stringify(claims)).toContain('already has an account here');
    }
    expect((await signInHere(server, email, other.password)).html).toContain(`${signedIn} Lin`);
  });

  test('stays with the account if it was proven by mail', async () => {
    const { place, server, signOn } = await taken();
    await place.sql('update auth_users set email_verified = true');
    expect((await signOn({ email: other.email, email_verified: true })).html).toContain('already has an account here');
    expect((await signInHere(server, other.email, other.password)).html).toContain(`${signedIn} Lin`);
  });

  test('stays with the account if the issuer gives it to a user with an account here under another address', async () => {
    const { server, signOn } = await taken();
    expect((await signOn({ email: 'lin@example.com', email_verified: true })).html).toContain(`${signedIn} Lin elsewhere`);
    expect((await signOn({ email: other.email, email_verified: true })).html).toContain('(lin@example.com)');
    expect((await signInHere(server, other.email, other.password)).html).toContain(`${signedIn} Lin`);
  });
});
