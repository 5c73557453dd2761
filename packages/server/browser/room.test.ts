import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import {
  allMessages,
  answer,
  createArtifact,
  join as joinAs,
  openSpace,
  startServer,
  type Input,
  type Member,
  type TestServer,
} from '@parley/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, complaintsOf, openBrowser } from './chromium.ts';

if (!chromiumPath) console.warn('SKIPPED: the join page in a real browser, because no Chromium was found');

const dataDir = mkdtempSync(join(tmpdir(), 'parley-browser-'));
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

describe.skipIf(!chromiumPath)('the join page', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    server = await startServer({ PARLEY_DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    browser = await openBrowser();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function open(address: string, options: BrowserContextOptions = {}): Promise<void> {
    const context = await browser.newContext(options);
    page = await context.newPage();
    complaints = complaintsOf(page, server.url);
    await page.goto(address);
  }

  async function invitation(owner: Member, terms: Input = {}) {
    const { publicInvitationKey: key, humanLink, agentLink } = await answer(200, server, 'createInvitation', owner, terms);
    return { spaceId: owner.spaceId, key, humanLink, agentLink };
  }

  async function joinInBrowser(name: string): Promise<void> {
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Join the space' }).click();
  }

  const moderate = async (owner: Member, verb: 'approve' | 'kick' | 'mute' | 'unmute', name: string) => {
    const { participants } = await answer(200, server, 'getSpace', owner);
    const { participantId } = participants.find((each) => each.name === name)!;
    await answer(200, server, `${verb}Participant`, owner, { participantId });
  };

  const live = () => page.getByText('Live', { exact: true }).waitFor();
  const message = (text: string) => page.getByRole('log').getByText(text);
  const composer = () => page.getByLabel('Message', { exact: true });
  const accessible = async () => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  };

  it('lets a human join a public space and exchange messages with only a keyboard', async () => {
    const owner = await openSpace(server, { name: 'Release talk', ownerName: 'Maya' });
    const { spaceId, key, humanLink } = await invitation(owner);
    const bot = await joinAs(server, { spaceId, key }, 'Bot');
    await answer(200, server, 'sendMessage', bot, { content: 'Said before' });
    await open(humanLink);
    await accessible();
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Jonas');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Support');
    await page.keyboard.press('Enter');
    await live();
    await message('Said before').waitFor();

    await page.keyboard.type('Hello from');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('a browser');
    await page.keyboard.press('Enter');
    await message('Hello from').waitFor();
    await expect(composer().inputValue()).resolves.toBe('');
    const said = (await allMessages(server, owner)).at(-1);
    expect(said).toMatchObject({ senderName: 'Jonas', content: 'Hello from\na browser', type: 'text' });

    await answer(200, server, 'sendMessage', bot, { content: 'Hello from a program' });
    await message('Hello from a program').waitFor();
    await joinAs(server, { spaceId, key }, 'Late');
    await message('Late joined').waitFor();
    const people = page.locator('#people li');
    await people.nth(3).waitFor();
    expect((await people.allInnerTexts()).map((text) => text.split('\n')[0]!.trim())).toEqual([
      'Maya',
      'Bot',
      'Jonas you',
      'Late',
    ]);
    await accessible();
    expect(complaints).toEqual([]);
  });

  it('shows others that a human is signed in, and tells the human so before joining', async () => {
    const owner = await openSpace(server, { agentBudget: 1 });
    const { humanLink } = await invitation(owner);
    await open(server.setUpLink);
    await page.getByLabel('Name').fill('Maya');
    await page.getByLabel('E-mail').fill('maya@example.org');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.goto(humanLink);
    await page.getByText('You are signed in as maya@example.org').waitFor();
    await accessible();
    await joinInBrowser('Maya');
    await live();
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants.map(({ speaker }) => speaker)).toEqual(['owner', 'human']);
    await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
    await message('The agent budget is used up').waitFor();
    expect(complaints).toEqual([]);

    await open(humanLink);
    await expect(page.getByText('You are signed in').isVisible()).resolves.toBe(false);
    await joinInBrowser('Jonas');
    await live();
    const after = await answer(200, server, 'getSpace', owner);
    expect(after.participants.map(({ speaker }) => speaker)).toEqual(['owner', 'human', 'guest']);
    expect(complaints).toEqual([]);
  });

  it('continues after a reload, while waiting and afterwards, even if the invitation is used up', async () => {
    const owner = await openSpace(server, { privacy: 'private' });
    const { humanLink } = await invitation(owner, { maxUses: 1, role: 'observer' });
    await open(humanLink);
    await page.getByText('Your role: observer').waitFor();
    await expect(page.getByLabel('Your role').isVisible()).resolves.toBe(false);
    await joinInBrowser('Jonas');
    await page.getByText('Waiting for the owner').waitFor();
    await page.goto(humanLink);
    await page.getByText('Waiting for the owner').waitFor();
    await moderate(owner, 'approve', 'Jonas');
    await live();
    await page.goto(humanLink);
    await live();
    await composer().fill('Still here');
    await page.keyboard.press('Enter');
    await message('Still here').waitFor();
  });

  it('says that an invitation no longer works to a human who did not join before', async () => {
    const owner = await openSpace(server);
    const { spaceId, key, humanLink } = await invitation(owner, { maxUses: 1 });
    await joinAs(server, { spaceId, key });
    await open(humanLink);
    await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
    await expect(page.getByRole('button', { name: 'Join the space' }).isVisible()).resolves.toBe(false);
    await accessible();
  });

  it('lists artifacts as they are created, and downloads them', async () => {
    const owner = await openSpace(server);
    await open((await invitation(owner)).humanLink);
    await joinInBrowser('Jonas');
    await live();
    await createArtifact(server, owner, '# The plan');
    await message('Owner created “Plan”').waitFor();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Plan' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('Plan.md');
    expect(readFileSync(await download.path(), 'utf8')).toBe('# The plan');
    expect(complaints).toEqual([]);
  });

  it('keeps the key only in this tab, where it survives a reload', async () => {
    const owner = await openSpace(server);
    const { humanLink } = await invitation(owner);
    await open(humanLink);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await joinInBrowser('Jonas');
    await live();
    await page.reload();
    await live();
    await page.getByText('you', { exact: true }).waitFor();
    const { key } = JSON.parse(await page.evaluate<string>('Object.values(sessionStorage)[0]')) as { key: string };
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await page.evaluate('[document.cookie, localStorage.length, location.href]')).toEqual(['', 0, humanLink]);
    const told = asked.filter((url) => url.includes(key)).map((url) => url.replace(key, '…'));
    expect(new Set(told)).toEqual(new Set([`${server.url}/hub/space/${owner.spaceId}/messages/stream?key=…`]));
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  it('waits in a private space until the owner approves', async () => {
    const owner = await openSpace(server, { privacy: 'private' });
    await open((await invitation(owner)).humanLink, { colorScheme: 'dark' });
    await accessible();
    await joinInBrowser('Jonas');
    const waiting = page.getByText('Waiting for the owner to let you in');
    await waiting.waitFor();
    await page.reload();
    await waiting.waitFor();
    await accessible();
    await moderate(owner, 'approve', 'Jonas');
    await live();
    await composer().fill('Thank you');
    await page.getByRole('button', { name: 'Send' }).click();
    await message('Thank you').waitFor();
    await accessible();
    expect(complaints).toEqual([]);
  });

  it('says so if the owner declines, and permits another request', async () => {
    const owner = await openSpace(server, { privacy: 'private' });
    await open((await invitation(owner)).humanLink);
    await joinInBrowser('Jonas');
    await page.getByText('Waiting for the owner').waitFor();
    await moderate(owner, 'kick', 'Jonas');
    await page.getByText('declined').waitFor();
    await joinInBrowser('Jonas');
    await page.getByText('Waiting for the owner').waitFor();
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants.map(({ status }) => status)).toEqual(['active', 'kicked', 'waitingForApproval']);
  });

  it('shows being muted, unmuted and kicked', async () => {
    const owner = await openSpace(server);
    await open((await invitation(owner)).humanLink);
    await joinInBrowser('Jonas');
    await live();
    await moderate(owner, 'mute', 'Jonas');
    await page.getByText('The owner muted you').waitFor();
    await expect(composer().isDisabled()).resolves.toBe(true);
    await accessible();
    await moderate(owner, 'unmute', 'Jonas');
    await page.getByText('The owner muted you').waitFor({ state: 'hidden' });
    await expect(composer().isEnabled()).resolves.toBe(true);
    await moderate(owner, 'kick', 'Jonas');
    await page.getByText('The owner removed you from this space.').waitFor();
    await composer().waitFor({ state: 'hidden' });
    await expect(page.evaluate('sessionStorage.length')).resolves.toBe(0);
    expect(complaints).toEqual([]);
  });

  it('notices a kick that happened while the page was closed', async () => {
    const owner = await openSpace(server);
    const { humanLink } = await invitation(owner);
    await open(humanLink);
    await joinInBrowser('Jonas');
    await live();
    await page.goto('about:blank');
    await moderate(owner, 'kick', 'Jonas');
    await page.goto(humanLink);
    await page.getByText('This key no longer works').waitFor();
    await page.reload();
    await page.getByLabel('Your name').waitFor();
    expect(await composer().isVisible()).toBe(false);
  });

  it('shows the end of the space', async () => {
    const owner = await openSpace(server);
    await open((await invitation(owner)).humanLink);
    await joinInBrowser('Jonas');
    await live();
    await answer(200, server, 'closeSpace', owner);
    await page.getByText('The owner closed this space.').waitFor();
    await page.getByText('Ended', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('leaves on request', async () => {
    const owner = await openSpace(server);
    await open((await invitation(owner)).humanLink);
    await joinInBrowser('Jonas');
    await live();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('You left this space.').waitFor();
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants.at(-1)).toMatchObject({ name: 'Jonas', status: 'left' });
  });

  it('shows hostile text as text, on a small screen too', async () => {
    const attack = `<a href="https://tracker.example">go</a></textarea></title><script>document.title='owned'</script><img src=x onerror="document.title='owned'">\u202E\`\`\`\n{{name}}`;
    const long = attack + 'W'.repeat(4_000 - attack.length);
    const owner = await openSpace(server, {
      name: attack + 'W'.repeat(40),
      description: long,
      agenda: long,
      ownerName: attack.slice(80, 155),
    });
    const { humanLink } = await invitation(owner);
    await open(humanLink, phone);
    const fits = async () => expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await fits();
    await accessible();
    await joinInBrowser('</bdi><script>1</script>');
    await live();
    for (const type of ['text', 'html']) await answer(200, server, 'sendMessage', owner, { content: long, type });
    await answer(200, server, 'sendMessage', owner, { content: 'https://tracker.example/a.png', type: 'image' });
    await createArtifact(server, owner, attack);
    await page.getByText('Show the image from tracker.example').waitFor();
    await page.getByText('created “Plan”').waitFor();
    expect((await page.locator('.bubble').first().textContent())!).toBe(long);
    await fits();
    await accessible();
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Show as a page' }).click();
    const frame = page.frameLocator('.bubble iframe');
    await frame.getByText('WWW').waitFor();
    await expect(page.locator('.bubble iframe').getAttribute('sandbox')).resolves.toBe('');
    await frame.getByRole('link', { name: 'go' }).click();
    await fits();
    expect(await page.title()).not.toBe('owned');
    expect(complaints).toContainEqual(expect.stringContaining('Blocked script execution'));
    expect(complaints.filter((complaint) => !/blocked|violates/i.test(complaint))).toEqual([]);
  });

  it('says what to do without JavaScript', async () => {
    const owner = await openSpace(server);
    const { humanLink, agentLink } = await invitation(owner);
    await open(humanLink, { javaScriptEnabled: false });
    await expect(page.locator('noscript').innerText()).resolves.toContain('This page needs JavaScript');
    await expect(page.getByRole('textbox').count()).resolves.toBe(0);
    await page.locator('noscript a').click();
    expect(page.url()).toBe(agentLink);
  });

  it('continues at its position when the server returns', async () => {
    const owner = await openSpace(server);
    await open((await invitation(owner)).humanLink);
    await joinInBrowser('Jonas');
    await live();
    await composer().fill('Before');
    await page.keyboard.press('Enter');
    await message('Before').waitFor();
    await server.stop();
    await page.getByText('Reconnecting…').waitFor();
    server = await startServer({ PARLEY_DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORT: new URL(server.url).port });
    await answer(200, server, 'sendMessage', owner, { content: 'After' });
    await message('After').waitFor();
    await live();
    expect(await page.locator('.bubble').allTextContents()).toEqual(['Before', 'After']);
  });
});
