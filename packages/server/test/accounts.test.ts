import { startMailServer, startServer, Walker, type TestServer } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, onEmbedded, onPostgres, type Place } from './databases.ts';
import { eventually } from './eventually.ts';

const account = { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' };
const other = { name: 'Lin', email: 'lin@example.org', password: 'another horse battery' };
const signedIn = 'You are signed in as';

async function onFreshServer(settings: Record<string, string> = {}, hear?: (text: string) => void): Promise<TestServer> {
  const place = await onEmbedded();
  onTestFinished(place.remove);
  return started(place, settings, hear);
}

async function started(place: Place, settings: Record<string, string> = {}, hear?: (text: string) => void): Promise<TestServer> {
  const server = await startServer({ ...place.settings, ...settings }, hear);
  onTestFinished(() => server.stop());
  return server;
}

async function withFirstAccount({ url }: TestServer): Promise<Walker> {
  return (await new Walker().open(`${url}/setup`)).submit('Make the account', account);
}

const signIn = async ({ url }: TestServer, email: string, password: string) =>
  (await new Walker().open(`${url}/login`)).submit('Sign in', { email, password });

describe.each(databases)('on %s', (name, open) => {
  test('of many who come to make the first account at once, one makes it', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const servers = await Promise.all((name === 'PostgreSQL' ? [1, 2] : [1]).map(() => started(place)));
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, i) => new Walker().open(`${servers[i % servers.length]!.url}/setup`)),
    );
    const made = await Promise.all(
      pages.map((page, i) => page.submit('Make the account', { ...account, email: `human${i}@example.org` })),
    );
    expect(made.filter(({ html }) => html.includes(signedIn))).toHaveLength(1);
    const known = await Promise.all(pages.map((_, i) => signIn(servers[0]!, `human${i}@example.org`, account.password)));
    expect(known.filter(({ html }) => html.includes(signedIn))).toHaveLength(1);
  });
});

test('a first start says where the first account is made, and so does the page at the root; later ones do not', async () => {
  const place = await onEmbedded();
  onTestFinished(place.remove);
  let heard = '';
  const hear = (text: string) => (heard += text);
  const first = await startServer(place.settings, hear);
  await eventually(async () => heard.includes(`Make the first account at ${first.url}/setup`));
  const human = await new Walker().open(first.url);
  expect(human.html).toContain('<a href="setup">Make the first account</a>');
  await withFirstAccount(first);
  expect((await human.open(first.url)).html).toContain('<a href="account">Your account</a>');
  await first.stop();
  heard = '';
  await started(place, {}, hear);
  expect(heard).toContain('listens');
  expect(heard).not.toContain('/setup');
});

test('others make accounts where that is set, and none twice', async () => {
  const server = await onFreshServer({ PARLEY_SIGN_UP: 'true' });
  await withFirstAccount(server);
  const signUp = async (fields: Record<string, string>) =>
    (await new Walker().open(`${server.url}/signup`)).submit('Make the account', fields);
  expect((await signUp(other)).html).toContain(`${signedIn} Lin`);
  for (const odd of [other, { ...other, email: 'no address' }, { ...other, email: 'b@example.org', password: 'short' }]) {
    expect((await signUp(odd)).html).toContain('This did not work');
  }
});

test('a password is tried ten times a minute for one address, in capitals or not', async () => {
  const server = await onFreshServer();
  await withFirstAccount(server);
  for (let i = 0; i < 10; i += 1) {
    expect((await signIn(server, account.email.toUpperCase(), `wrong ${i}, and long enough`)).html).toContain('do not belong');
  }
  expect((await signIn(server, account.email, account.password)).html).toContain('Too many tries');
  expect((await signIn(server, other.email, account.password)).html).toContain('do not belong');
});

test('a password is changed by whoever knows the present one', async () => {
  const server = await onFreshServer();
  const human = await withFirstAccount(server);
  await human.submit('Change the password', { present: 'not this one, sorry', password: other.password });
  expect(human.html).toContain('was not changed');
  await human.submit('Change the password', { present: account.password, password: other.password });
  expect(human.html).toContain('Your password is changed');
  expect((await signIn(server, account.email, account.password)).html).toContain('do not belong');
  expect((await signIn(server, account.email, other.password)).html).toContain(signedIn);
});

describe('a link by mail', () => {
  const linkIn = (source: string) => /http:\S+mail-link\?\S+/.exec(source.replace(/=\r?\n/g, '').replaceAll('=3D', '='))![0];

  test('signs in once whoever presses the button, and nobody who only opens it', async () => {
    const post = await startMailServer();
    onTestFinished(post.stop);
    const server = await onFreshServer({ PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'Parley <parley@example.org>' });
    await withFirstAccount(server);
    const asked = await new Walker().open(`${server.url}/mail-link?next=link`);
    await asked.submit('Send the link', { email: account.email });
    expect(asked.html).toContain('a link is on its way');
    await eventually(async () => post.mails.length === 1);
    const [mail] = post.mails;
    expect(mail!.to).toEqual([account.email]);
    expect(mail!.source).toContain('From: Parley <parley@example.org>');
    const link = linkIn(mail!.source);
    for (const program of [1, 2]) {
      const reader = await new Walker().open(link);
      expect(reader.cookie(server.url), `program ${program}`).toBe('');
    }
    const human = await (await new Walker().open(link)).submit('Sign in');
    expect(human.url).toBe(`${server.url}/link`);
    expect(human.html).toContain('Code that your agent shows');
    expect((await (await new Walker().open(link)).submit('Sign in')).html).toContain('This link is used up');
    expect((await signIn(server, account.email, account.password)).html).toContain(signedIn);
  });

  test('goes to nobody who has no account, and nothing tells who has one', async () => {
    const post = await startMailServer();
    onTestFinished(post.stop);
    const server = await onFreshServer({ PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' });
    await withFirstAccount(server);
    const pages = [];
    for (const email of [other.email, 'no address', account.email]) {
      const page = await new Walker().open(`${server.url}/mail-link`);
      pages.push((await page.submit('Send the link', { email })).html);
    }
    expect(new Set(pages).size).toBe(1);
    await eventually(async () => post.mails.length > 0);
    expect(post.mails.map(({ to }) => to)).toEqual([[account.email]]);
  });

  test('takes every way in from whoever made the account before the address was proven', async () => {
    const post = await startMailServer();
    onTestFinished(post.stop);
    const mail = { PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' };
    const server = await onFreshServer({ ...mail, PARLEY_SIGN_UP: 'true' });
    await withFirstAccount(server);
    const thief = await (await new Walker().open(`${server.url}/signup`)).submit('Make the account', other);
    expect(thief.html).toContain(`${signedIn} Lin`);
    await (await new Walker().open(`${server.url}/mail-link`)).submit('Send the link', { email: other.email });
    await eventually(async () => post.mails.length === 1);
    const owner = await (await new Walker().open(linkIn(post.mails[0]!.source))).submit('Sign in');
    expect(owner.html).toContain(signedIn);
    expect((await thief.open(`${server.url}/account`)).html).toContain('<h1>Sign in</h1>');
    expect((await signIn(server, other.email, other.password)).html).toContain('do not belong');
    await owner.submit('Change the password', { password: account.password });
    expect((await signIn(server, other.email, account.password)).html).toContain(signedIn);
  });

  test('is told by the log in development, where no mail server is set, and offered nowhere else without one', async () => {
    let heard = '';
    const server = await onFreshServer({ NODE_ENV: 'development', LOG_LEVEL: 'info' }, (text) => (heard += text));
    await withFirstAccount(server);
    await (await new Walker().open(`${server.url}/mail-link`)).submit('Send the link', { email: account.email });
    await eventually(async () => heard.includes('mail-link?token='));
    const link = /http:[^\s"\\]+mail-link\?[^\s"\\]+/.exec(heard)![0];
    expect((await (await new Walker().open(link)).submit('Sign in')).html).toContain(signedIn);
    const silent = await onFreshServer();
    expect((await new Walker().open(`${silent.url}/mail-link`)).status).toBe(404);
  });

  test('is asked for ten times a minute, and a mail server that is away breaks nothing', async () => {
    const server = await onFreshServer({
      PARLEY_SMTP_URL: 'smtp://127.0.0.1:9',
      PARLEY_MAIL_FROM: 'parley@example.org',
      LOG_LEVEL: 'silent',
    });
    await withFirstAccount(server);
    const ask = async () =>
      (await (await new Walker().open(`${server.url}/mail-link`)).submit('Send the link', { email: account.email })).html;
    for (let i = 0; i < 10; i += 1) expect(await ask()).toContain('a link is on its way');
    expect(await ask()).toContain('Too many tries');
  });
});

describe('whatever a form, a cookie or a script sends', () => {
  const junk = ['%00', 'a%00b', '%ff%fe', '%F0%9F%A6%8A'.repeat(200), 'x'.repeat(9_000), '', '%22%3E%3Cscript%3E'];
  const paths = ['login', 'setup', 'signup', 'mail-link', 'password', 'passkeys', 'logout', 'link'];
  const bodies = (value: string) => [
    `name=${value}&email=${value}&password=${value}&next=${value}&present=${value}&remove=${value}&token=${value}`,
    `name=Eve&email=eve@example.org&password=correct+horse+battery&next=${value}&code=${value}&proof=${value}&decision=${value}`,
    `email[]=${value}&__proto__=${value}&email=${value}`,
  ];

  test('is answered with less than 500', async () => {
    const server = await onFreshServer({
      NODE_ENV: 'development',
      PARLEY_SIGN_UP: 'true',
      PARLEY_PUBLIC_URL: 'http://localhost:8787',
    });
    const human = await new Walker().open(`${server.url}/setup`);
    await human.submit('Make the account', account);
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
    for (const path of paths) {
      for (const body of junk.flatMap(bodies)) await post(path, body, { 'content-type': type, cookie: good });
      for (const cookie of cookies) await post(path, bodies('x')[0]!, { 'content-type': type, cookie });
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
      for (const path of ['account', 'link', 'auth/token', 'login?next=%00', 'mail-link?token=%00', 'link?code=%00']) {
        const response = await fetch(`${server.url}/${path}`, { headers: { cookie }, redirect: 'manual' });
        if (response.status >= 500) failed.push(`${response.status} ${path} ${cookie} ${await response.text()}`);
      }
    }
    expect(failed).toEqual([]);
  });
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
