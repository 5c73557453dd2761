import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answer,
  freePort,
  startOpenIdProvider,
  startServer,
  Walker,
  type TestOpenIdProvider,
  type TestServer,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onEmbedded, type Place } from '../databases.ts';

describe('signing in with a real OpenID provider, by code and PKCE', () => {
  let place: Place;
  let provider: TestOpenIdProvider;
  let server: TestServer;
  let url: string;
  const settings = () => ({
    ...place.settings,
    PORT: new URL(url).port,
    PARLEY_PUBLIC_URL: url,
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_AUDIENCE: provider.dashboard.audience,
    PARLEY_OIDC_CLIENT_ID: provider.clientId,
    PARLEY_OIDC_CLIENT_SECRET: provider.clientSecret,
  });
  beforeAll(async () => {
    url = `http://127.0.0.1:${await freePort()}`;
    [place, provider] = await Promise.all([onEmbedded(), startOpenIdProvider(`${url}/auth/callback`)]);
    server = await startServer(settings());
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
    await place.remove();
  });

  const signInThere = async (human: Walker, name: string) => {
    await human.submit('Sign-in', { login: name, password: 'any' });
    return human.html.includes('>Continue</button>') ? human.submit('Continue') : human;
  };
  const signIn = async (name: string, next = 'account') => {
    const human = await new Walker().open(`${url}/login?next=${next}`);
    expect(human.html).toContain(`Sign in with ${new URL(provider.issuer).host}`);
    return signInThere(await human.open(`sign-on?next=${next}`), name);
  };
  const me = async (session: string) =>
    (await (await fetch(`${url}/hub/me`, { headers: { authorization: `Bearer ${session}` } })).json()) as { id: string };

  /** Signs in like a third-party dashboard: Parley sees only the resulting JWT. */
  async function sessionOf(name: string): Promise<string> {
    const { clientId, redirectUri, audience } = provider.dashboard;
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      resource: audience,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const human = await signInThere(await new Walker().open(`${provider.issuer}/auth?${query}`), name);
    const code = new URL(human.url).searchParams.get('code')!;
    const { access_token: token } = await human.json(`${provider.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
        resource: audience,
      }),
    });
    return String(token);
  }

  test('the human in the browser and the bearer of a JWT of that provider are the same user', async () => {
    const human = await signIn('maya');
    expect(human.html).toContain('You are signed in as maya (maya@example.org)');
    const { token } = await human.json(`${url}/auth/token`);
    const here = await me(String(token));
    expect(here).toMatchObject({ name: 'maya', email: 'maya@example.org' });
    expect((await me(await sessionOf('maya'))).id).toBe(here.id);
    expect((await me(await sessionOf('grace'))).id).not.toBe(here.id);
  });

  test('a user of another provider approves an agent, whose spaces are then on their dashboard', async () => {
    const { deviceCode, verificationUriComplete } = await answer(200, server, 'startLink', {}, { agentName: 'Ada' });
    const { pathname, search } = new URL(verificationUriComplete);
    const human = await signIn('grace', encodeURIComponent(`${pathname}${search}`.slice(1)));
    expect(human.html).toContain('Link this agent?');
    await human.submit('Approve', { decision: 'approve' });
    expect(human.html).toContain('is linked to your account');
    const { token } = await answer(200, server, 'pollLink', {}, { deviceCode });
    const { spaceId } = await answer(200, server, 'createSpace', { userToken: token }, { name: 'Linked', description: '' });
    expect(await answer(200, server, 'listMySpaces', { session: await sessionOf('grace') })).toMatchObject([
      { spaceId, role: 'owner' },
    ]);
  });

  test('an answer that this browser did not request signs nobody in', async () => {
    const begun = await new Walker().open(`${url}/sign-on`);
    for (const query of ['code=abc&state=forged', 'code=abc', 'error=access_denied', 'state[]=1', 'state=%00&code=%00']) {
      const stranger = await new Walker().open(`${url}/auth/callback?${query}`);
      expect(stranger.status).toBe(200);
      expect(stranger.html, query).toContain('You could not be signed in there');
    }
    await begun.submit('Sign-in', { login: 'eve', password: 'any' });
    // Another browser is made to finish the sign-in that eve started.
    const state = new URL((await fetch(`${url}/sign-on`, { redirect: 'manual' })).headers.get('location')!).searchParams.get(
      'state',
    )!;
    const victim = await new Walker().open(`${url}/auth/callback?code=abc&state=${state}`);
    expect(victim.html).toContain('You could not be signed in there');
    expect((await victim.open(`${url}/account`)).html).toContain('<h1>Sign in</h1>');
  });

  test('explains if the provider sends no e-mail address, or an unverified one that has a password here', async () => {
    expect((await signIn('nameless')).html).toContain('did not supply your e-mail address');
    await server.stop();
    server = await startServer({ ...settings(), PARLEY_SIGN_UP: 'true' });
    const signUp = async (name: string) => {
      const account = { name, email: `${name}@example.org`, password: 'correct horse battery' };
      return (await new Walker().open(`${url}/signup`)).submit('Create the account', account);
    };
    await signUp('unsure-lin');
    expect((await signIn('unsure-lin')).html).toContain('already has an account here');
    const squatter = await signUp('lin');
    expect((await signIn('lin')).html).toContain('You are signed in as lin (lin@example.org)');
    expect((await squatter.open(`${url}/account`)).html).toContain('<h1>Sign in</h1>');
  });

  test('stores no tokens of the provider', async () => {
    const folder = place.settings['PARLEY_DATA_DIR']!;
    await server.stop();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const holds = (text: string) => files.some(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(text));
    expect(holds('grace@example.org')).toBe(true);
    const beginningOfJwts = Buffer.from('{"alg":"RS').toString('base64url').slice(0, 13);
    expect(holds(beginningOfJwts)).toBe(false);
    server = await startServer(settings());
  });

  test('says that the provider is unreachable, and works when it returns, without a restart', async () => {
    await provider.stop();
    await server.stop();
    server = await startServer(settings());
    const human = await new Walker().open(`${url}/sign-on?next=link`);
    expect(human.html).toContain('You could not be signed in there');
    expect(human.url).toContain('next=link');
    await provider.start();
    expect((await signIn('maya')).html).toContain('You are signed in as maya');
  });
});
