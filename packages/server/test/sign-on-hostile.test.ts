import { startMailServer, startServer, Walker, type TestMailServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCrookedProvider } from './crooked-provider.ts';
import { onPostgres, type PostgresPlace } from './databases.ts';
import { signedIn } from './visitors.ts';

describe('signing in at an OpenID provider that does its part badly', () => {
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
  const failed = 'Signing in there did not work';
  const ada = { sub: 'ada', email: 'ada@example.org', name: 'Ada' };

  test('works again after a hiccup, whichever of its answers failed', async () => {
    provider.answers.idToken = ada;
    for (const statuses of [[500], [200, 500]]) {
      provider.answers.discovery = statuses;
      expect((await signIn()).html).toContain(failed);
    }
    expect((await signIn()).html).toContain(`${signedIn} Ada`);
  });

  test('needs an ID token: what the provider tells otherwise names nobody', async () => {
    provider.answers.idToken = undefined;
    provider.answers.userInfo = ada;
    expect((await signIn()).html).toContain(failed);
  });

  test('takes from elsewhere only what is of the human in the ID token', async () => {
    provider.answers.idToken = { sub: 'grace' };
    provider.answers.userInfo = { ...ada, sub: 'ada' };
    expect((await signIn()).html).toContain('did not say your e-mail address');
    provider.answers.userInfo = { sub: 'grace', email: 'grace@example.org', name: 'Grace' };
    expect((await signIn()).html).toContain(`${signedIn} Grace`);
  });

  test.each(['no address', `${'x'.repeat(300)}@example.org`, 7])('takes no address that is none: %s', async (email) => {
    provider.answers.idToken = { sub: 'odd', email };
    expect((await signIn()).html).toContain('did not say your e-mail address');
  });

  test('is not upset by an address that changed to that of somebody else', async () => {
    provider.answers.idToken = { ...ada, email: 'grace@example.org' };
    expect((await signIn()).html).toContain(`${signedIn} Ada`);
  });

  test('is the only way in for those it vouches for: no mailed link, no password, no passkey', async () => {
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

  test('never hangs with the provider', async () => {
    provider.answers.hangs = true;
    expect((await signIn()).html).toContain(failed);
  });
});
