import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { answer, freePort, startMailServer, startServer, Walker } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databases, onEmbedded, onPostgres } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { account, onFreshServer, other, signedIn, signIn, started, withFirstAccount } from '../visitors.ts';

describe.each(databases)('on %s', (name, open) => {
  test('of many concurrent attempts to create the first account, one succeeds', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const servers = await Promise.all((name === 'PostgreSQL' ? [1, 2] : [1]).map(() => started(place)));
    // The link works at each process, whichever printed it.
    const { search } = new URL(servers[0]!.setUpLink);
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, i) => new Walker().open(`${servers[i % servers.length]!.url}/setup${search}`)),
    );
    const made = await Promise.all(
      pages.map((page, i) => page.submit('Create the account', { ...account, email: `human${i}@example.org` })),
    );
    expect(made.filter(({ html }) => html.includes(signedIn))).toHaveLength(1);
    const known = await Promise.all(pages.map((_, i) => signIn(servers[0]!, `human${i}@example.org`, account.password)));
    expect(known.filter(({ html }) => html.includes(signedIn))).toHaveLength(1);
  });
});

describe('the first account', () => {
  test('has a set-up link of its own on each database, although the secret is the same', async () => {
    const servers = await Promise.all([onFreshServer(), onFreshServer()]);
    const [one, two] = servers.map(({ setUpLink }) => new URL(setUpLink).searchParams.get('token')!);
    expect(one).not.toBe(two);
    const other = await new Walker().open(`${servers[0].url}/setup?token=${two}`);
    expect(other.html).toContain('not the set-up link');
  });

  test('is created with the set-up link, which is then invalid and not printed at later starts', async () => {
    const place = await onEmbedded();
    onTestFinished(place.remove);
    const first = await startServer(place.settings);
    expect(first.setUpLink.startsWith(`${first.url}/setup?token=`)).toBe(true);
    const human = await withFirstAccount(first);
    expect(human.html).toContain(`${signedIn} Maya`);
    const late = await new Walker().open(first.setUpLink);
    expect(late.html).toContain('<h1>Sign in</h1>');
    expect(late.html).not.toContain('set-up link');
    await first.stop();
    let heard = '';
    const again = await started(place, {}, (text) => (heard += text));
    expect(heard).toContain('listens');
    expect([again.setUpLink, heard.includes('/setup')]).toEqual(['', false]);
  });

  test('cannot be created without that link, and every page says only where to find it', async () => {
    let heard = '';
    const server = await onFreshServer({ LOG_LEVEL: 'trace' }, (text) => (heard += text));
    const stranger = await new Walker().open(`${server.url}/account`);
    expect(stranger.html).toContain('the set-up link in the output');
    expect(stranger.html).not.toContain('href="setup');
    const token = new URL(server.setUpLink).searchParams.get('token')!;
    const wrong = ['', 'guess', `${token}x`, token.toLowerCase(), '%00'];
    for (const guess of wrong) {
      await stranger.open(`${server.url}/setup?token=${guess}`);
      expect([stranger.status, stranger.html.includes('the set-up link in the output'), stranger.html.includes('<form')]).toEqual(
        [200, true, false],
      );
      const body = new URLSearchParams({ ...account, token: guess });
      const refused = await fetch(`${server.url}/setup`, { method: 'POST', headers: { origin: server.url }, body });
      expect(refused.url).toContain('/login?');
    }
    const headers = (await fetch(server.setUpLink)).headers;
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'same-origin']);
    expect((await withFirstAccount(server)).html).toContain(`${signedIn} Maya`);
    await server.stop();
    expect(heard.split(token)).toHaveLength(2);
  });

  test('can be retried on the same page after an error', async () => {
    const server = await onFreshServer();
    const human = await new Walker().open(`${server.setUpLink}&next=link`);
    await human.submit('Create the account', { ...account, email: 'no address' });
    expect(human.html).toContain('The account was not created');
    expect((await human.submit('Create the account', account)).url).toBe(`${server.url}/link`);
  });
});

test('others can create accounts if sign-up is on, each address once', async () => {
  const server = await onFreshServer({ PARLEY_SIGN_UP: 'true' });
  const offered = async () => (await new Walker().open(`${server.url}/login`)).html.includes('Create an account');
  // The operator creates the first one, as the page says.
  expect(await offered()).toBe(false);
  await withFirstAccount(server);
  expect(await offered()).toBe(true);
  const signUp = async (fields: Record<string, string>) =>
    (await new Walker().open(`${server.url}/signup`)).submit('Create the account', fields);
  expect((await signUp(other)).html).toContain(`${signedIn} Lin`);
  for (const odd of [other, { ...other, email: 'no address' }, { ...other, email: 'b@example.org', password: 'short' }]) {
    expect((await signUp(odd)).html).toContain('The account was not created');
  }
});

describe('a password can be guessed', () => {
  const wrong = 'not the right password';

  let server: Served;
  let human: Walker;
  beforeAll(async () => {
    server = await serve({ PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'warn', PARLEY_TRUST_PROXY: '127.0.0.1' });
    human = await withFirstAccount(server);
  });
  afterAll(() => server?.stop());

  async function trial(from: string, email: string, password: string, cookie = '') {
    const headers = { origin: server.url, 'x-forwarded-for': from, cookie };
    const body = new URLSearchParams({ email, password });
    const response = await fetch(`${server.url}/login`, { method: 'POST', headers, body, redirect: 'manual' });
    const location = response.headers.get('location')!;
    return new URLSearchParams(location.split('?')[1]).get('refused') ?? location;
  }

  test('ten times a minute from one address, for any account; IPv6 counts by /64', async () => {
    const tries = Array.from({ length: 10 }, (_, i) => [
      trial(`${i % 2 ? '' : '::ffff:'}192.0.2.1`, `human${i}@example.org`, wrong),
      trial(`2001:db8::${i}:1`, `person${i}@example.org`, wrong),
    ]);
    expect(new Set(await Promise.all(tries.flat()))).toEqual(new Set(['password']));
    for (const from of ['192.0.2.1', '2001:db8::abcd']) expect(await trial(from, account.email, account.password)).toBe('often');
    for (const from of ['192.0.2.2', '2001:db8:0:1::1'])
      expect(await trial(from, account.email, account.password)).toBe('account');
  });

  test('without counting successful sign-ins', async () => {
    for (let i = 0; i < 25; i += 1) expect(await trial('203.0.113.1', account.email, account.password)).toBe('account');
  });

  // The last one, because it locks the account.
  test('twenty times in a quarter of an hour for one account, in any case of letters, from any number of addresses', async () => {
    // One address alone cannot lock anyone out.
    for (let i = 0; i < 8; i += 1) expect(await trial('192.0.2.0', account.email, wrong)).toBe(i < 5 ? 'password' : 'often');
    expect(await trial('192.0.2.99', account.email, account.password)).toBe('account');
    for (let i = 5; i < 20; i += 1) {
      const email = i % 2 ? account.email : account.email.toUpperCase();
      expect(await trial(`192.0.2.${i}`, email, wrong)).toBe('password');
    }
    expect(await trial('192.0.2.99', account.email, account.password)).toBe('often');
    expect(await trial('192.0.2.99', other.email, wrong)).toBe('password');

    // Strangers cannot lock out a known browser, and a known browser cannot guess faster.
    await human.submit('Sign out');
    const cookie = human.cookie(server.url);
    expect(cookie).toMatch(/^parley\.known=[\w-]+$/);
    expect(await trial('192.0.2.99', account.email, account.password, cookie)).toBe('account');
    expect(await trial('192.0.2.99', account.email, account.password, 'parley.known=forged')).toBe('often');
    for (let i = 0; i < 20; i += 1) {
      expect(await trial(`198.51.100.${i}`, account.email, wrong, cookie)).toBe('password');
    }
    expect(await trial('198.51.100.99', account.email, account.password, cookie)).toBe('often');
  });
});

test('a password can be changed shortly after signing in, later only with the present one; other browsers are then signed out', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const server = await started(place);
  const human = await withFirstAccount(server);
  const elsewhere = await signIn(server, account.email, account.password);
  await human.submit('Change the password', { password: other.password });
  expect(human.html).toContain('Your password was changed');
  expect((await elsewhere.open(`${server.url}/account`)).html).toContain('<h1>Sign in</h1>');
  expect((await human.open(`${server.url}/account`)).html).toContain(signedIn);

  await place.sql("update auth_sessions set created_at = now() - interval '1 hour'");
  await human.open(`${server.url}/account`);
  await human.submit('Change the password', { present: 'not this one, sorry', password: account.password });
  expect(human.html).toContain('was not changed');
  await human.submit('Change the password', { present: other.password, password: account.password });
  expect(human.html).toContain('Your password was changed');
  expect((await signIn(server, account.email, other.password)).html).toContain('or the password is wrong');
  expect((await signIn(server, account.email, account.password)).html).toContain(signedIn);
});

test('a new password revokes all agents and tokens on request, including approved but uncollected link requests', async () => {
  const server = await onFreshServer();
  const human = await withFirstAccount(server);
  const linked = async () => {
    const { deviceCode, verificationUriComplete } = await answer(200, server, 'startLink', {}, { agentName: 'Ada' });
    await (await human.open(verificationUriComplete)).submit('Approve', { decision: 'approve' });
    return { deviceCode };
  };
  const change = async (password: string, also: Record<string, string>) => {
    await human.open(`${server.url}/account`);
    return (await human.submit('Change the password', { password, ...also })).html;
  };
  const first = await linked();
  const { token } = await answer(200, server, 'pollLink', {}, first);
  const isKnown = async () => {
    const headers = { 'x-user-token': token };
    const { code } = (await (await fetch(`${server.url}/hub/space/${randomUUID()}/key`, { headers })).json()) as { code: string };
    return code !== 'key_unknown';
  };
  expect(await change(other.password, {})).toContain('other browsers were signed out.');
  expect(await isKnown()).toBe(true);
  const uncollected = await linked();
  expect(await change(account.password, { everything: 'yes' })).toContain('all agents and tokens were revoked');
  expect(await isKnown()).toBe(false);
  expect(await answer(200, server, 'pollLink', {}, uncollected)).toEqual({ status: 'denied' });
});

test('while the disk is nearly full and nothing can be revoked, a new password that should revoke everything is refused', async () => {
  const place = await onEmbedded();
  onTestFinished(place.remove);
  const server = await serve({ ...place.settings, PARLEY_MIN_FREE_DISK: String(Number.MAX_SAFE_INTEGER) });
  onTestFinished(server.stop);
  const human = await withFirstAccount(server);
  const change = async (also: Record<string, string>) => {
    await human.open(`${server.url}/account`);
    return (await human.submit('Change the password', { password: other.password, ...also })).html;
  };
  expect(await change({ everything: 'yes' })).toContain('nearly full');
  expect((await signIn(server, account.email, account.password)).html).toContain(signedIn);
  expect(await change({})).toContain('Your password was changed');
});

test('expired sessions and sign-ins are deleted', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const first = await startServer(place.settings);
  await withFirstAccount(first);
  await first.stop();
  await place.sql("update auth_sessions set expires_at = now() - interval '1 day'");
  await place.sql(
    "insert into auth_verifications select 'v' || n, 'i', '', now() - interval '1 day', now(), now() from generate_series(1, 2500) n",
  );
  await started(place);
  const left = () =>
    place.sql('select (select count(*) from auth_sessions) + (select count(*) from auth_verifications) as "left"');
  await eventually(async () => Number((await left())[0]!['left']) === 0);
});

describe('any input of a form, a cookie or a script', () => {
  const junk = ['%00', 'a%00b', '%ff%fe', '%F0%9F%A6%8A'.repeat(200), 'x'.repeat(9_000), '', '%22%3E%3Cscript%3E'];
  const paths = ['login', 'setup', 'signup', 'mail-link', 'password', 'passkeys', 'logout', 'link'];
  const bodies = (value: string) => [
    `name=${value}&email=${value}&password=${value}&next=${value}&present=${value}&remove=${value}&token=${value}`,
    `name=Eve&email=eve@example.org&password=correct+horse+battery&next=${value}&code=${value}&proof=${value}&decision=${value}`,
    `email[]=${value}&__proto__=${value}&email=${value}`,
  ];

  test('is answered with less than 500', async () => {
    const port = String(await freePort());
    const server = await onFreshServer({
      NODE_ENV: 'development',
      LOG_LEVEL: 'silent',
      PARLEY_SIGN_UP: 'true',
      PORT: port,
      PARLEY_PUBLIC_URL: `http://localhost:${port}`,
    });
    const human = await withFirstAccount(server);
    const origin = server.url;
    const good = human.cookie(server.url);
    const cookies = [
      good,
      `${good}x`,
      'parley.session_token=%00',
      'parley.session_token=%E0%A4%A',
      'parley.session_token="; parley=',
    ];
    const failed: string[] = [];
    const post = async (path: string, body: string, headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/${path}`, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { origin, ...headers },
      });
      if (response.status >= 500) failed.push(`${response.status} ${path} ${body.slice(0, 60)} ${await response.text()}`);
    };
    const type = 'application/x-www-form-urlencoded';
    const odd = [{ toString: 1, valueOf: 1 }, '\0', ['a'], { toString: null }].map((value) =>
      JSON.stringify({
        name: value,
        email: value,
        password: value,
        remove: value,
        token: value,
        code: value,
        proof: value,
        next: value,
      }),
    );
    for (const path of paths) {
      for (const body of junk.flatMap(bodies)) await post(path, body, { 'content-type': type, cookie: good });
      for (const cookie of cookies) await post(path, bodies('x')[0]!, { 'content-type': type, cookie });
      for (const body of odd) await post(path, body, { 'content-type': 'application/json', cookie: good });
    }
    const key = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {} };
    const answers = [
      {},
      null,
      [],
      'x',
      { response: key },
      { name: 'x', response: { ...key, response: {} } },
      { name: '\0', response: key },
    ];
    const assertion = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AA', userHandle: '\0' };
    const shown = { name: 'x', response: { ...key, response: { ...assertion, attestationObject: 'oA' } } };
    for (const step of ['begin-adding', 'add', 'begin-sign-in', 'sign-in']) {
      for (const body of [...answers, shown]) {
        for (const cookie of cookies) {
          await post(`auth/passkeys/${step}`, JSON.stringify(body), { 'content-type': 'application/json', cookie });
        }
      }
      await post(`auth/passkeys/${step}`, '{', { 'content-type': 'application/json' });
    }
    for (const cookie of cookies) {
      for (const path of [
        'account',
        'link',
        'auth/token',
        'auth/account',
        'login?next=%00',
        'mail-link?token=%00',
        'link?code=%00',
      ]) {
        const response = await fetch(`${server.url}/${path}`, { headers: { cookie }, redirect: 'manual' });
        if (response.status >= 500) failed.push(`${response.status} ${path} ${cookie} ${await response.text()}`);
      }
    }
    expect(failed).toEqual([]);
  });
});

test('a form is accepted only from the origin of the service, whatever the Host header', async () => {
  const port = await freePort();
  const server = await onFreshServer({ PORT: String(port), PARLEY_PUBLIC_URL: `http://localhost:${port}` });
  const status = async (origin: string, host: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { origin, host, 'content-type': 'application/x-www-form-urlencoded' };
      const sending = request(`${server.url}/login`, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode!));
      sending.on('error', reject).end('email=a@example.org&password=correct+horse');
    });
  expect(await status(`http://localhost:${port}`, 'parley.example')).toBe(303);
  expect(await status(`http://127.0.0.1:${port}`, `127.0.0.1:${port}`)).toBe(303);
  expect(await status('http://evil.example', 'evil.example')).toBe(400);
  expect(await status(`https://localhost:${port}`, `localhost:${port}`)).toBe(400);
  expect(await status('http://evil.example', `127.0.0.1:${port}`)).toBe(400);
});

test('only a browser that is signed in learns which account it is, and nothing is stored of it', async () => {
  const server = await onFreshServer({});
  const human = await withFirstAccount(server);
  const ask = async (cookie: string) =>
    fetch(`${server.url}/auth/account`, { headers: { cookie, origin: 'http://evil.example' } });
  const [known, unknown] = [await ask(human.cookie(server.url)), await ask('')];
  expect(await known.json()).toEqual({ account: { name: 'Maya', email: expect.stringContaining('@') } });
  expect([unknown.status, await unknown.json()]).toEqual([200, {}]);
  expect(known.headers.get('cache-control')).toBe('no-store');
  expect(known.headers.get('access-control-allow-credentials')).toBeNull();
});

test.each(['/', '/below'])('cookies are sent only to the path of the public address: %s', async (path) => {
  const origin = 'https://parley.example';
  const post = await startMailServer();
  onTestFinished(post.stop);
  const mail = { PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' };
  const server = await onFreshServer({ ...mail, PARLEY_PUBLIC_URL: origin + path });
  const token = new URL(server.setUpLink).searchParams.get('token')!;
  const submit = async (page: string, fields: Record<string, string>, cookie = '') => {
    const init = { method: 'POST', headers: { origin, cookie }, body: new URLSearchParams(fields), redirect: 'manual' } as const;
    return (await fetch(`${server.url}/${page}`, init)).headers.getSetCookie();
  };
  const created = await submit('setup', { ...account, token });
  const session = created.map((cookie) => cookie.split(';')[0]).join('; ');
  const all = [
    ...created,
    ...(await submit('login', account)),
    ...(await submit('mail-link', { email: account.email, next: 'link' })),
    ...(await submit('logout', {}, session)),
  ];
  const names = all.map((cookie) => /^[^=]+/.exec(cookie)![0]);
  expect(names).toEqual(expect.arrayContaining(['__Secure-parley.session_token', 'parley.known', 'parley.next']));
  for (const cookie of all) expect(cookie).toContain(`; Path=${path}; `);
});

test('processes on one database share accounts, sessions and keys', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const publicUrl = { PARLEY_PUBLIC_URL: 'http://parley.example' };
  const [here, there] = await Promise.all([started(place, publicUrl), started(place, publicUrl)]);
  const human = await withFirstAccount(here);
  const cookie = human.cookie(here.url);
  const issued = await fetch(`${there.url}/auth/token`, { headers: { cookie } });
  const { token } = (await issued.json()) as { token: string };
  for (const { url } of [here, there]) {
    const me = await fetch(`${url}/hub/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ name: 'Maya' });
  }
});
