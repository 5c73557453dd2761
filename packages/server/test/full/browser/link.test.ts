import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, ask, startServer, type TestServer } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../../browser/app.ts';
import { inChromium, newPage } from '../../browser/browsers.ts';
import { complaintsOf } from '../../browser/complaints.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-link-'));
const password = 'correct horse battery';

inChromium('linking an agent', () => {
  let server: TestServer;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    server = await startServer({ PARLEY_DATA_DIR: dataDir, LOG_LEVEL: 'warn', PARLEY_RATE_LIMIT: '0' });
    page = await newPage();
    complaints = complaintsOf(page, server.url);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (agentName: string) => answer(200, server, 'startLink', {}, { agentName });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const title = (text: string) => page.getByRole('heading', { name: text }).waitFor();
  const accessible = () => expectAccessible(page);

  it('leads from the start to the set-up hint and to the documentation', async () => {
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByText('the set-up link in the output').waitFor();
    await accessible();
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Documentation' }).click();
    await title('Documentation');
    await accessible();
    expect(page.url()).toBe(`${server.url}/docs`);
  });

  it('leads the first human from the agent’s URL and the set-up link to the decision, and the agent gets its token once', async () => {
    const { deviceCode, verificationUriComplete } = await start('<b>Ada</b>\u202e');
    await page.goto(verificationUriComplete);
    await page.getByText('the set-up link in the output').waitFor();
    await accessible();
    const { pathname, search } = new URL(verificationUriComplete);
    await page.goto(`${server.setUpLink}&${new URLSearchParams({ next: `${pathname}${search}`.slice(1) })}`);
    await title('Create the first account');
    await accessible();
    await page.getByLabel('Name').fill('Maya');
    await page.getByLabel('E-mail').fill('maya@example.org');
    await page.getByLabel('Password').fill(password);
    await press('Create the account');
    await title('Link this agent?');
    await accessible();
    expect(await page.getByText('calls itself').textContent()).toContain('<b>Ada</b> wants');
    const code = new URL(verificationUriComplete).searchParams.get('code')!;
    await page.getByText(code).waitFor();
    await press('Approve');
    await page.getByText('is linked to your account').waitFor();
    const polls = await Promise.all(Array.from({ length: 8 }, () => ask(server, 'pollLink', {}, { deviceCode })));
    const tokens = polls.flatMap(({ body }) => body.token ?? []);
    expect(tokens).toHaveLength(1);
    expect(polls.every(({ status }) => [200, 410].includes(status))).toBe(true);
    expect((await ask(server, 'pollLink', {}, { deviceCode })).status).toBe(410);

    const made = await fetch(`${server.url}/hub/space`, {
      method: 'POST',
      headers: { 'x-user-token': tokens[0]!, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Linked', description: '' }),
    });
    const { spaceId } = (await made.json()) as { spaceId: string };
    const issued = await page.context().request.get(`${server.url}/auth/token`);
    const authorization = `Bearer ${((await issued.json()) as { token: string }).token}`;
    const mine = await (await fetch(`${server.url}/hub/me/spaces`, { headers: { authorization } })).json();
    expect(mine).toMatchObject([{ spaceId, name: 'Linked', role: 'owner' }]);
    const me = await (await fetch(`${server.url}/hub/me`, { headers: { authorization } })).json();
    expect(me).toMatchObject({ name: 'Maya', email: 'maya@example.org' });
  });

  it('lists the spaces and the agents of the account, and revokes an agent immediately', async () => {
    await page.goto(`${server.url}/account`);
    await accessible();
    const spaces = page.getByRole('region', { name: 'Your spaces' }).getByRole('listitem');
    await spaces
      .filter({ hasText: 'Linked' })
      .filter({ hasText: 'owner' })
      .getByText(/^Open for .* more/)
      .waitFor();
    const agent = page.getByRole('region', { name: 'Agents that act in your name' }).getByRole('listitem');
    await agent.getByText('last used').waitFor();
    await agent.getByRole('button', { name: 'Revoke <b>Ada</b>…' }).click();
    await press('Revoke');
    await agent.waitFor({ state: 'detached' });
    const { token } = (await (await page.context().request.get(`${server.url}/auth/token`)).json()) as { token: string };
    const kept = await fetch(`${server.url}/hub/me/tokens`, { headers: { authorization: `Bearer ${token}` } });
    expect(await kept.json()).toMatchObject([{ name: '<b>Ada</b>\u202e', revoked: true }]);
  });

  it('tells the agent that the human refused, and decides only once', async () => {
    const { deviceCode, verificationUri, verificationUriComplete } = await start('Bob');
    await page.goto(verificationUri);
    await page
      .getByLabel('Code that your agent shows')
      .fill(new URL(verificationUriComplete).searchParams.get('code')!.toLowerCase());
    await press('Continue');
    await title('Link this agent?');
    await press('Refuse');
    await page.getByText('You refused').waitFor();
    expect(await answer(200, server, 'pollLink', {}, { deviceCode })).toEqual({ status: 'denied' });
    await page.goto(verificationUriComplete);
    await page.getByRole('alert').getByText('no open request').waitFor();
  });

  it('signs out and in again, and says when a password is wrong', async () => {
    await page.goto(`${server.url}/account`);
    await press('Sign out');
    await title('Sign in');
    await accessible();
    await page.getByLabel('E-mail').fill('maya@example.org');
    await page.getByLabel('Password').fill('correct horse batterz');
    await press('Sign in');
    await page.getByRole('alert').getByText('e-mail address or the password is wrong').waitFor();
    await page.getByLabel('E-mail').fill('maya@example.org');
    await page.getByLabel('Password').fill(password);
    await press('Sign in');
    await title('Your account');
    expect(page.url()).toBe(`${server.url}/account`);
  });

  it('creates no second account if sign-up is off', async () => {
    for (const path of ['setup', 'signup']) {
      await page.goto(`${server.url}/${path}`);
      await title('Sign in');
      expect(await page.getByRole('button', { name: 'Create the account' }).count()).toBe(0);
    }
  });

  it('accepts no form from another site, and none without its proof', async () => {
    const { verificationUriComplete } = await start('Eve');
    const code = new URL(verificationUriComplete).searchParams.get('code')!;
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const decide = async (origin: string | undefined, proof = '') =>
      fetch(`${server.url}/link`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...(origin && { origin }) },
        body: new URLSearchParams({ code, proof, decision: 'approve' }).toString(),
      });
    for (const origin of ['https://evil.example', 'null', undefined]) expect((await decide(origin)).status).toBe(400);
    expect((await decide(server.url)).status).toBe(400);
    expect((await decide(server.url, 'f'.repeat(64))).status).toBe(400);
  });

  it('offers no passkey, because its server has no domain name', async () => {
    const html = await (await fetch(`${server.url}/login`)).text();
    expect(html).toContain('Password');
    expect(html).not.toContain('passkey');
    const response = await fetch(`${server.url}/auth/passkeys/begin-sign-in`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(404);
  });

  it('redirects to no other site after signing in', async () => {
    for (const next of ['https://evil.example', '//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
      await page.goto(`${server.url}/login?next=${encodeURIComponent(next)}`);
      expect(await page.locator('input[name=next]').getAttribute('value')).toBe('account');
    }
  });

  it('causes no error in the browser', () => expect(complaints).toEqual([]));
});
