import { startMailServer, startServer, Walker, type TestMailServer } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { account, onFreshServer, other, signedIn, signIn, started, withFirstAccount, type Visited } from '../visitors.ts';

describe('a mailed link', () => {
  const linkIn = (source: string) => /http:\S+mail-link\?\S+/.exec(source.replace(/=\r?\n/g, '').replaceAll('=3D', '='))![0];

  /** In the browser that is signed in to the account. */
  async function prove(human: Walker, server: Visited, post: TestMailServer): Promise<void> {
    await (await human.open(`${server.url}/mail-link`)).submit('Send the link', { email: account.email });
    await eventually(async () => post.mails.length > 0);
    await (await human.open(linkIn(post.mails.pop()!.source))).submit('Sign in');
    expect(human.html).toContain(`${signedIn} Maya`);
  }

  test('signs in once, by its button, and not by opening it', async () => {
    const post = await startMailServer();
    onTestFinished(post.stop);
    const server = await onFreshServer({ PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'Parley <parley@example.org>' });
    await prove(await withFirstAccount(server), server, post);
    const asked = await new Walker().open(`${server.url}/mail-link`);
    await asked.submit('Send the link', { email: account.email });
    expect(asked.html).toContain('we sent a link');
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
    expect(human.html).toContain(`${signedIn} Maya`);
    expect((await (await new Walker().open(link)).submit('Sign in')).html).toContain('This link was already used');
    expect((await signIn(server, account.email, account.password)).html).toContain(signedIn);
  });

  test('is not sent without an account, and nothing reveals who has one', async () => {
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

  test('goes to the address that the account has, however it was typed', async () => {
    const post = await startMailServer();
    onTestFinished(post.stop);
    const server = await onFreshServer({ PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' });
    await withFirstAccount(server);
    const page = await new Walker().open(`${server.url}/mail-link`);
    await page.submit('Send the link', { email: account.email.toUpperCase() });
    await eventually(async () => post.mails.length > 0);
    expect(post.mails.map(({ to }) => to)).toEqual([[account.email]]);
  });

  test('creates an account if sign-up is on, and only the requesting browser remembers where to continue', async () => {
    const post = await startMailServer();
    onTestFinished(post.stop);
    const mail = { PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' };
    const server = await onFreshServer({ ...mail, PARLEY_SIGN_UP: 'true' });
    await withFirstAccount(server);
    const asking = await new Walker().open(`${server.url}/signup?next=link`);
    await asking.submit('Send the link', { email: other.email });
    await eventually(async () => post.mails.length === 1);
    expect(post.mails[0]!.source).not.toContain('next');
    await asking.open(linkIn(post.mails[0]!.source));
    expect((await asking.submit('Sign in')).url).toBe(`${server.url}/link`);
    expect((await asking.open(`${server.url}/account`)).html).toContain(`${signedIn} ${other.email}`);
    expect((await fetch(`${server.url}/signup`, { method: 'POST', headers: { origin: server.url } })).url).toContain(
      '/mail-link',
    );
  });

  test('proves the e-mail address of the first account too: the page says so until then, and opening a link elsewhere proves that someone else owns it', async () => {
    const post = await startMailServer();
    onTestFinished(post.stop);
    const server = await onFreshServer({ PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' });
    const human = await withFirstAccount(server);
    const unproven = 'You have not confirmed your e-mail address';
    expect(human.html).toContain(unproven);
    await prove(human, server, post);
    expect(human.html).not.toContain(unproven);

    const second = await onFreshServer({ PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' });
    const whoever = await withFirstAccount(second);
    const owner = await new Walker().open(`${second.url}/mail-link`);
    await owner.submit('Send the link', { email: account.email });
    await eventually(async () => post.mails.length > 0);
    await (await owner.open(linkIn(post.mails.pop()!.source))).submit('Sign in');
    expect(owner.html).toContain(signedIn);
    expect((await whoever.open(`${second.url}/account`)).html).toContain('<h1>Sign in</h1>');
    expect((await signIn(second, account.email, account.password)).html).toContain('or the password is wrong');
  });

  describe('to an address with an unproven account', () => {
    /** The account is older than the mail setting. */
    async function withUnproven(use: (server: Visited, thief: Walker, link: () => Promise<string>) => Promise<void>) {
      const post = await startMailServer();
      onTestFinished(post.stop);
      const place = await onPostgres();
      onTestFinished(place.remove);
      const before = await startServer({ ...place.settings, PARLEY_SIGN_UP: 'true' });
      await withFirstAccount(before);
      await (await new Walker().open(`${before.url}/signup`)).submit('Create the account', other);
      await before.stop();
      const mail = { PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' };
      const server = await started(place, mail);
      await place.sql(
        `insert into auth_passkeys (id, public_key, user_id, credential_id, counter, device_type, backed_up)
         select 'p', 'k', id, 'c', 0, 'singleDevice', false from auth_users where email = '${other.email}'`,
      );
      const thief = await signIn(server, other.email, other.password);
      expect(thief.html).toContain(`${signedIn} Lin`);
      await use(server, thief, async () => {
        await (await new Walker().open(`${server.url}/mail-link`)).submit('Send the link', { email: other.email });
        await eventually(async () => post.mails.length > 0);
        return linkIn(post.mails.at(-1)!.source);
      });
      return place;
    }
    const json = { 'content-type': 'application/json' };

    test('leaves the creator of the account nothing: no password, session, passkey, token, JWT or approved agent', async () => {
      const place = await withUnproven(async (server, thief, link) => {
        const { token: jwt } = await thief.json('/auth/token');
        const authorization = `Bearer ${String(jwt)}`;
        const minted = await fetch(`${server.url}/hub/me/tokens`, { method: 'POST', headers: { authorization } });
        const { token } = (await minted.json()) as { token: string };
        const asked = await fetch(`${server.url}/hub/link/start`, { method: 'POST', headers: json, body: '{}' });
        const { deviceCode, verificationUriComplete } = (await asked.json()) as Record<string, string>;
        await (await thief.open(verificationUriComplete!)).submit('Approve', { decision: 'approve' });

        // Sign-ins in progress when the address is proven belong to the attacker too.
        const tries = Array.from({ length: 5 }, () => signIn(server, other.email, other.password));
        const owner = await (await new Walker().open(await link())).submit('Sign in');
        const late = await Promise.all(tries);
        expect(owner.html).toContain(signedIn);
        const { token: ownJwt } = await owner.json('/auth/token');
        const own = { authorization: `Bearer ${String(ownJwt)}` };
        const mine = await fetch(`${server.url}/hub/me/tokens`, { method: 'POST', headers: own });
        const { token: ownToken } = (await mine.json()) as { token: string };
        const made = await fetch(`${server.url}/hub/space`, {
          method: 'POST',
          headers: { ...json, 'x-user-token': ownToken },
          body: JSON.stringify({ name: 'Mine', description: '' }),
        });
        const { spaceId } = (await made.json()) as { spaceId: string };
        const keyBy = async (headers: Record<string, string>) =>
          (await fetch(`${server.url}/hub/space/${spaceId}/key`, { headers })).status;
        expect(await keyBy(own)).toBe(200);

        for (const browser of [thief, ...late]) {
          expect((await browser.open(`${server.url}/account`)).html).toContain('<h1>Sign in</h1>');
        }
        expect((await signIn(server, other.email, other.password)).html).toContain('or the password is wrong');
        expect(await keyBy({ authorization })).toBe(401);
        expect(await keyBy({ 'x-user-token': token })).toBe(404);
        const poll = await fetch(`${server.url}/hub/link/poll`, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ deviceCode }),
        });
        const { token: approved = '' } = (await poll.json()) as { token?: string };
        expect(await keyBy({ 'x-user-token': approved })).not.toBe(200);
      });
      expect(await place.sql('select 1 from auth_passkeys')).toEqual([]);
    });

    test('changes nothing if it is opened in the browser that is signed in to the account', async () => {
      await withUnproven(async (server, human, link) => {
        const idOf = async () => {
          const { token } = await human.json(`${server.url}/auth/token`);
          const me = await fetch(`${server.url}/hub/me`, { headers: { authorization: `Bearer ${String(token)}` } });
          return ((await me.json()) as { id: string }).id;
        };
        const before = await idOf();
        await (await human.open(await link())).submit('Sign in');
        expect(await idOf()).toBe(before);
        expect((await signIn(server, other.email, other.password)).html).toContain(`${signedIn} Lin`);
      });
    });
  });

  test('is logged in development without a mail server, and not offered in other modes without one', async () => {
    let heard = '';
    const server = await onFreshServer({ NODE_ENV: 'development', LOG_LEVEL: 'info' }, (text) => (heard += text));
    await withFirstAccount(server);
    await (await new Walker().open(`${server.url}/mail-link`)).submit('Send the link', { email: account.email });
    const whole = /http:[^\s"\\]+mail-link\?token=[^\s"\\]+(?=[\s"\\])/;
    await eventually(() => whole.test(heard));
    const link = whole.exec(heard)![0];
    expect((await (await new Walker().open(link)).submit('Sign in')).html).toContain(signedIn);
    const silent = await onFreshServer();
    expect((await new Walker().open(`${silent.url}/mail-link`)).status).toBe(404);
  });

  test('is sent to an address three times in a quarter of an hour per requester, and an unreachable mail server breaks nothing', async () => {
    const post = await startMailServer();
    onTestFinished(post.stop);
    const mail = { PARLEY_SMTP_URL: post.url, PARLEY_MAIL_FROM: 'parley@example.org' };
    const server = await onFreshServer({ ...mail, PARLEY_TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' });
    const human = await withFirstAccount(server);
    const ask = async (asker: string, cookie = '') => {
      const headers = { origin: server.url, 'x-forwarded-for': asker, cookie };
      const response = await fetch(`${server.url}/mail-link`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ email: account.email }),
      });
      return response.url;
    };
    for (let i = 0; i < 10; i += 1) expect(await ask('192.0.2.1')).toContain('sent=yes');
    expect(await ask('192.0.2.1')).toContain('refused=often');
    await eventually(async () => post.mails.length === 3);
    expect(await ask('192.0.2.2')).toContain('sent=yes');
    await eventually(async () => post.mails.length === 4);

    // One /64 is one requester, and strangers cannot use up the limit of a known browser.
    for (let i = 0; i < 9; i += 1) await ask(`2001:db8::${i}`);
    await eventually(async () => post.mails.length === 7);
    for (let i = 3; i < 9; i += 1) await ask(`192.0.2.${i}`);
    await eventually(async () => post.mails.length === 10);
    await human.submit('Sign out');
    for (let i = 0; i < 5; i += 1) await ask('198.51.100.1', human.cookie(server.url));
    await eventually(async () => post.mails.length === 13);
    await post.stop();
    expect(await ask('192.0.2.2')).toContain('sent=yes');
    expect((await signIn(server, account.email, account.password)).html).toContain(signedIn);
  });
});
