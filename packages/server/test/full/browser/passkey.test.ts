import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startServer, type TestServer } from '@parley/testing';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withAuthenticator } from '../../browser/authenticator.ts';
import { expectAccessible } from '../../browser/app.ts';
import { inChromium, newPage } from '../../browser/browsers.ts';
import { complaintsOf } from '../../browser/complaints.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-passkey-'));
const audit = `${dataDir}.jsonl`;

inChromium('a passkey', () => {
  let url: string;
  let server: TestServer;
  let page: Page;
  let devices: CDPSession;
  let authenticatorId: string;
  let complaints: string[];
  beforeAll(async () => {
    const port = String(await freePort());
    url = `http://localhost:${port}`;
    const settings = { PARLEY_DATA_DIR: dataDir, LOG_LEVEL: 'fatal', PARLEY_RATE_LIMIT: '0', PARLEY_AUDIT_FILE: audit };
    server = await startServer({ ...settings, PORT: port, PARLEY_PUBLIC_URL: url });
    page = await newPage();
    complaints = complaintsOf(page, url);
    ({ devices, authenticatorId } = await withAuthenticator(page));
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(audit, { force: true });
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const title = (text: string) => page.getByRole('heading', { name: text, level: 1 }).waitFor();
  const accessible = () => expectAccessible(page);

  it('can be added to an account by a signed-in user', async () => {
    await page.goto(server.setUpLink);
    await page.getByLabel('Name').fill('Maya');
    await page.getByLabel('E-mail').fill('maya@example.org');
    await page.getByLabel('Password').fill('correct horse battery');
    await press('Create the account');
    await title('Your account');
    await press('Add a passkey');
    await page.getByText('You can now sign in with this passkey').waitFor();
    await accessible();
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);
  });

  it('signs in without a name or a password, and continues to the requested page', async () => {
    await press('Sign out');
    await title('Sign in');
    await page.goto(`${url}/login?next=link`);
    await accessible();
    await press('Sign in with a passkey');
    await title('Link an agent');
    await page.goto(`${url}/account`);
    await page.getByText('You are signed in as Maya').waitFor();
    expect(page.url()).toBe(`${url}/account`);
  });

  it('no longer works after it is removed', async () => {
    await page.getByRole('button', { name: /^Remove .*…$/ }).click();
    await press('Remove');
    await page.getByText('No passkey yet').waitFor();
    await press('Sign out');
    await title('Sign in');
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth/passkeys/sign-in'));
    await press('Sign in with a passkey');
    expect((await answered).status()).toBe(401);
    await page.getByRole('alert').getByText('registered passkey').waitFor();
    expect(page.url()).toContain('/login');
    complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !complaint.includes('401')));
  });

  it('cannot be added or used by another site', async () => {
    for (const step of ['begin-adding', 'add', 'begin-sign-in', 'sign-in']) {
      for (const origin of ['https://evil.example', 'null']) {
        const headers = { origin, 'content-type': 'application/json' };
        const response = await fetch(`${url}/auth/passkeys/${step}`, { method: 'POST', headers, body: '{}' });
        expect(response.status, `${step} from ${origin}`).toBe(400);
      }
    }
  });

  it('leaves a line in the audit when it is added and removed', () => {
    const lines = readFileSync(audit, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ event }) => event).filter((event) => String(event).startsWith('passkey'))).toEqual([
      'passkey-add',
      'passkey-remove',
    ]);
    const [signedUp] = lines;
    for (const { event, by } of lines.filter(({ ok }) => ok)) expect([event, by]).toEqual([event, signedUp!['by']]);
  });

  it('causes no error in the browser', () => expect(complaints).toEqual([]));
});
