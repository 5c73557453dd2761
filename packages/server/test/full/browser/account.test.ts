import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, ask, freePort, startServer, type TestServer } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectFits,
  live,
  phone,
  saidBy,
  visit,
  type Visit,
} from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';
import { withAuthenticator } from '../../browser/authenticator.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-account-'));
const [email, password] = ['maya@example.org', 'correct horse battery'];

inChromium('the account', () => {
  let server: TestServer;
  let maya: Visit;
  let page: Page;
  beforeAll(async () => {
    const port = String(await freePort());
    // Passkeys need a domain name.
    const url = `http://localhost:${port}`;
    const settings = { PARLEY_DATA_DIR: dataDir, LOG_LEVEL: 'warn', PARLEY_RATE_LIMIT: '0', PARLEY_LINK_TTL_SECONDS: '3600' };
    server = await startServer({ ...settings, PORT: port, PARLEY_PUBLIC_URL: url });
    server.url = url;
    maya = await visit(`${url}/login`);
    ({ page } = maya);
  });
  afterEach(() => closePages(page));
  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const at = (path: string) => `${server.url}/${path}`;
  const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click();
  const title = (text: string, on = page) => on.getByRole('heading', { name: text, level: 1 }).waitFor();
  const section = (name: string) => page.getByRole('region', { name });
  const expectGood = async (on = page) => {
    await expectAccessible(on);
    await expectFits(on);
  };
  const startLink = (agentName: string) => answer(200, server, 'startLink', {}, { agentName });

  /** Signs in on the sign-in page. */
  async function signIn(on: Page): Promise<void> {
    await on.getByLabel('E-mail').fill(email);
    await on.getByLabel('Password').fill(password);
    await press('Sign in', on);
  }

  it('is created with the set-up link, to which the code of an agent survives, with a keyboard alone', async () => {
    const { verificationUriComplete, deviceCode } = await startLink('Scout');
    await page.goto(verificationUriComplete);
    const code = new URL(verificationUriComplete).searchParams.get('code')!;
    await page.getByText(`The agent with the code ${code} wants`).waitFor();
    await expectGood();
    // As printed: without a place to continue.
    await page.goto(server.setUpLink);
    await title('Create the first account');
    await expectGood();
    await page.getByLabel('Name').focus();
    for (const typed of ['Maya', email, password]) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await title('Link this agent?');
    await page.getByText(code).waitFor();
    await page.getByText('until you revoke its token').waitFor();
    await expectGood();
    await page.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await title('The agent is linked');
    await expectGood();
    expect(await answer(200, server, 'pollLink', {}, { deviceCode })).toMatchObject({ status: 'approved' });
  });

  it('has a passkey that signs in, has the name that one gives it, and continues at the link request', async () => {
    await withAuthenticator(page);
    await page.goto(at('account'));
    await press('Add a passkey');
    await page.getByText('You can now sign in with this passkey').waitFor();
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('My laptop');
    await page.keyboard.press('Enter');
    await section('Passkeys').getByText('My laptop', { exact: true }).first().waitFor();
    await press('Sign out');
    await title('Sign in');
    const { verificationUriComplete } = await startLink('Painter');
    await page.goto(verificationUriComplete);
    await expectGood();
    await press('Sign in with a passkey');
    await title('Link this agent?');
    await press('Refuse');
    await title('You refused');
    await expectGood();
  });

  it('opens a space that was created in one browser in another one, as its owner', async () => {
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Account' }).waitFor();
    await page.getByLabel('What is it about?').fill('Release 2.0');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Maya');
    await page.getByText(email).waitFor();
    await press('Create the space');
    await page.waitForURL(/\/room\//);
    await live(page);
    const room = page.url();

    const elsewhere = await visit(at('account'), phone);
    await title('Sign in', elsewhere.page);
    await signIn(elsewhere.page);
    await title('Your account', elsewhere.page);
    await expectGood(elsewhere.page);
    await elsewhere.page.getByRole('link', { name: 'Open Release 2.0' }).click();
    await live(elsewhere.page);
    expect(elsewhere.page.url()).toBe(room);
    await elsewhere.page.getByRole('button', { name: 'Invite' }).first().click();
    await press('Create an invitation', elsewhere.page);
    await elsewhere.page.getByText('The invitation is ready').waitFor();
    const link = elsewhere.page.locator('.copied code').first();
    const invitation = await link.innerText();
    await press('Create another invitation', elsewhere.page);
    await press('Show links', elsewhere.page);
    expect(await link.innerText()).toBe(invitation);
    expect([...elsewhere.complaints, ...maya.complaints]).toEqual([]);
  });

  it('leads a stranger from a room over signing in into the room, and says when the account has no key', async () => {
    const { page: tab, complaints } = await visit(page.url());
    await title('This browser has no key to this space', tab);
    await expectGood(tab);
    await tab.getByRole('link', { name: 'sign in' }).click();
    await tab.getByText('You then continue to the space').waitFor();
    await signIn(tab);
    await live(tab);
    expect(tab.url()).toBe(page.url());
    const { spaceId } = await answer(200, server, 'createSpace', {}, { name: 'Of others', description: '' });
    await tab.goto(at(`room/${spaceId}`));
    await tab.getByText('has no key to it either').waitFor();
    await expectGood(tab);
    expect(complaints).toEqual([]);
  });

  it.each(['', 'inbox'])('is reached from /%s, and signing in leads back there', async (from) => {
    const { page: tab } = await visit(at(from));
    await tab.getByRole('link', { name: 'Sign in' }).click();
    await signIn(tab);
    await tab.getByRole('link', { name: 'Account' }).waitFor();
    expect(tab.url()).toBe(at(from));
    await expectGood(tab);
  });

  it('is where signing in leads, instead of another site', async () => {
    const { page: tab } = await visit(at(`login?${new URLSearchParams({ next: 'room//evil.example' })}`));
    await signIn(tab);
    await title('Your account', tab);
    expect(tab.url()).toBe(at('account'));
  });

  it('creates a token that is shown once, says where its agent takes part, and revokes it after a question', async () => {
    await page.goto(at('account'));
    await page.getByText('Create a token yourself').click();
    await page.getByLabel('Name of the agent').fill('CI');
    await press('Create the token');
    await title('Your new token');
    await expectGood();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const said = await saidBy(page.getByRole('button', { name: 'Copy the token', exact: true }));
    await press('Copy the token');
    await expect.poll(said).toContain('Copied');
    const userToken = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(userToken).toMatch(/^usr_[\w-]{43}$/);
    // A reload sends the form again: it is the same token.
    await page.reload();
    expect(await page.locator('#token').textContent()).toBe(userToken);
    await answer(200, server, 'createSpace', { userToken }, { name: 'Nightly', description: '' });
    await page.getByRole('link', { name: 'I have stored it' }).click();
    const agent = section('Agents that act in your name').getByRole('listitem').filter({ hasText: 'CI' });
    expect(await agent.count()).toBe(1);
    await agent.getByText('Takes part in Nightly').waitFor();
    await section('Your spaces').getByText('through CI').waitFor();
    expect(await page.content()).not.toContain(userToken);
    await agent.getByRole('button', { name: 'Revoke CI…' }).click();
    await page.getByRole('dialog', { name: 'Revoke CI' }).waitFor();
    await expectGood();
    await press('Cancel');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await ask(server, 'getMySpaceKey', { userToken }, { spaceId: crypto.randomUUID() })).status).toBe(404);
    // With the keyboard alone.
    await agent.getByRole('button', { name: 'Revoke CI…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await agent.waitFor({ state: 'detached' });
    expect((await ask(server, 'getMySpaceKey', { userToken }, { spaceId: crypto.randomUUID() })).status).toBe(401);
  });

  it('signs out other browsers after a question, and itself', async () => {
    const { page: other } = await visit(at('login'));
    await signIn(other);
    await title('Your account', other);
    await page.goto(at('account'));
    await section('Browsers').getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are signed in only in this browser').waitFor();
    await other.reload();
    await title('Sign in', other);
    expect(new URL(other.url()).pathname).toBe('/login');
    await page.locator('.who').getByRole('button', { name: 'Sign out' }).click();
    await title('Sign in');
  });

  it('decides on a link request after signing in, and says what is wrong with a code', async () => {
    const { verificationUriComplete, deviceCode } = await startLink('Reviewer');
    await page.goto(verificationUriComplete);
    await signIn(page);
    await title('Link this agent?');
    await press('Approve');
    await title('The agent is linked');
    const { token: userToken } = await answer(200, server, 'pollLink', {}, { deviceCode });
    expect((await ask(server, 'getMySpaceKey', { userToken }, { spaceId: crypto.randomUUID() })).status).toBe(404);
    for (const [query, reason] of [
      [new URL(verificationUriComplete).search, 'There is no open request with this code'],
      ['?code=BCDF-GHJK', 'a request lasts 60 minutes'],
      ['?code=what', 'This is not a code'],
      ['?done=late', 'This request has expired, or was already decided'],
    ] as const) {
      await page.goto(at(`link${query}`));
      await page.getByText(reason).waitFor();
      await expectGood();
    }
  });

  it('says that a code may have expired', async () => {
    const brief = await startServer({ PARLEY_DATA_DIR: join(dataDir, 'brief'), LOG_LEVEL: 'warn', PARLEY_LINK_TTL_SECONDS: '1' });
    try {
      const { deviceCode, verificationUriComplete } = await answer(200, brief, 'startLink', {}, { agentName: 'Late' });
      await vi.waitUntil(async () => (await ask(brief, 'pollLink', {}, { deviceCode })).status === 410, {
        timeout: 60_000,
        interval: 1_500,
      });
      const { page: tab } = await visit(`${brief.setUpLink}&next=link`);
      await tab.getByLabel('Name').fill('Maya');
      await tab.getByLabel('E-mail').fill(email);
      await tab.getByLabel('Password').fill(password);
      await press('Create the account', tab);
      await title('Link an agent', tab);
      await tab.goto(verificationUriComplete);
      await tab.getByRole('alert').getByText('expired: a request lasts 1 second').waitFor();
      await expectGood(tab);
    } finally {
      await brief.stop();
    }
  });

  const wide = { viewport: { width: 1280, height: 800 } };
  describe.each([
    ['a phone', phone],
    ['a desktop', wide],
  ] as const)('on %s, light and dark', (_device, device) => {
    const expectBoth = async (tab: Page) => {
      await expectAccessibleInBothSchemes(tab);
      await expectFits(tab);
    };

    it('has accessible pages in every state', async () => {
      const { page: tab, complaints } = await visit(at('login?refused=password'), device);
      await tab.getByRole('alert').getByText('is wrong').waitFor();
      await expectBoth(tab);
      await signIn(tab);
      await title('Your account', tab);
      await expectBoth(tab);
      await tab
        .getByRole('button', { name: /^Revoke / })
        .first()
        .click();
      await tab.getByRole('dialog').waitFor();
      await expectBoth(tab);
      await tab.keyboard.press('Escape');
      for (const details of await tab.locator('summary').all()) await details.click();
      await expectBoth(tab);
      for (const path of [
        'account?password=unchanged',
        'account?password=changed',
        'link',
        'link?code=BCDFGHJK',
        'link?done=approved',
        'no-meeting',
      ]) {
        await tab.goto(at(path));
        await expectBoth(tab);
      }
      await tab.goto((await startLink('A bot')).verificationUriComplete);
      await expectBoth(tab);
      expect(complaints).toEqual([]);
    });
  });

  it('causes no error in the browser', () => expect(maya.complaints).toEqual([]));
});
