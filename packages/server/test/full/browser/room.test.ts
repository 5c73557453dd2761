import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allMessages,
  answer,
  asName,
  createArtifact,
  join as joinAs,
  openSpace,
  startServer,
  type TestServer,
} from '@parley/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits, invitation, live, moderate, phone, visit } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';
import { eventually } from '../../eventually.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-browser-'));

inChromium('the room', () => {
  let server: TestServer;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    server = await startServer({ PARLEY_DATA_DIR: dataDir, LOG_LEVEL: 'warn', PARLEY_RATE_LIMIT: '0' });
  });
  afterEach(() => closePages());
  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function open(address: string, options?: BrowserContextOptions): Promise<void> {
    ({ page, complaints } = await visit(address, options));
  }

  async function joinInBrowser(name: string): Promise<void> {
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: /^(Join the space|Ask to join)$/ }).click();
  }

  const conversation = () => page.getByRole('main', { name: 'Conversation' });
  /** Not what screen readers are told of it. */
  const message = (text: string) => conversation().locator('.lines').getByText(text);
  const composer = () => page.getByLabel('Message', { exact: true });
  /** What this browser stores. */
  const kept = () => page.evaluate<string>('JSON.stringify(Object.values(localStorage))');

  it('takes note of a reply that was read, so that it waits nowhere else', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const { spaceId, key, humanLink } = await invitation(server, owner);
    const bot = await joinAs(server, { spaceId, key }, 'Bot');
    await answer(200, server, 'listMessages', bot);
    await open(humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    const jonas = (await kept()).replaceAll(key, '').match(/[0-9a-f]{64}/)![0];
    const question = { content: 'Ready?', to: [bot.id] };
    const { messageId } = await answer(200, server, 'sendMessage', { spaceId, key: jonas }, question);
    await answer(200, server, 'sendMessage', bot, { content: 'Yes', replyTo: messageId });
    await message('Yes').waitFor();
    await eventually(async () => {
      const { deliveries } = await answer(200, server, 'listDeliveries', bot, { role: 'sender', state: 'all' });
      return deliveries.some(({ expects, outcome }) => expects === 'nothing' && outcome === 'acknowledged');
    });
  });

  it('lets a human join a public space and exchange messages with only a keyboard', async () => {
    const owner = await openSpace(server, { name: 'Release talk', ownerName: 'Maya' });
    const { spaceId, key, humanLink } = await invitation(server, owner);
    const bot = await joinAs(server, { spaceId, key }, 'Bot');
    await answer(200, server, 'sendMessage', bot, { content: 'Said before' });
    await open(humanLink);
    await expectAccessible(page);
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Jonas');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Support');
    await page.keyboard.press('Enter');
    await live(page);
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
    const group = (name: string) => page.getByRole('complementary').getByRole('region', { name }).getByRole('listitem');
    await group('Agents').nth(2).waitFor();
    expect((await group('Agents').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['Maya', 'Bot', 'Late']);
    expect(await group('People').allInnerTexts()).toEqual([expect.stringMatching(/^Jonas\n?\s*you\b/)]);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('shows others that a human is signed in, and tells the human so before joining', async () => {
    const owner = await openSpace(server, { agentBudget: 1 });
    const { humanLink } = await invitation(server, owner);
    await open(server.setUpLink);
    await page.getByLabel('Name').fill('Maya');
    await page.getByLabel('E-mail').fill('maya@example.org');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.goto(humanLink);
    await page.getByText('You are signed in as maya@example.org').waitFor();
    await expectAccessible(page);
    await joinInBrowser('Maya');
    await live(page);
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants.map(({ speaker }) => speaker)).toEqual(['owner', 'human']);
    await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
    await message('The agent budget is used up').waitFor();
    expect(complaints).toEqual([]);

    await open(humanLink);
    await expect(page.getByText('You are signed in').isVisible()).resolves.toBe(false);
    await joinInBrowser('Jonas');
    await live(page);
    const after = await answer(200, server, 'getSpace', owner);
    expect(after.participants.map(({ speaker }) => speaker)).toEqual(['owner', 'human', 'guest']);
    expect(complaints).toEqual([]);
  });

  it('continues after a reload, while waiting and afterwards, even if the invitation is used up', async () => {
    const owner = await openSpace(server, { privacy: 'private' });
    const { humanLink } = await invitation(server, owner, { maxUses: 1, role: 'observer' });
    await open(humanLink);
    await page.getByText('Your role: observer').waitFor();
    await expect(page.getByLabel('Your role').isVisible()).resolves.toBe(false);
    await joinInBrowser('Jonas');
    await page.getByText('Waiting for the owner').waitFor();
    await page.goto(humanLink);
    await page.getByText('Waiting for the owner').waitFor();
    await moderate(server, owner, 'approve', 'Jonas');
    await live(page);
    await page.goto(humanLink);
    await live(page);
    await composer().fill('Still here');
    await page.keyboard.press('Enter');
    await message('Still here').waitFor();
  });

  it('says that an invitation no longer works to a human who did not join before', async () => {
    const owner = await openSpace(server);
    const { spaceId, key, humanLink } = await invitation(server, owner, { maxUses: 1 });
    await joinAs(server, { spaceId, key });
    await open(humanLink);
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    await expect(page.getByRole('button', { name: /^(Join the space|Ask to join)$/ }).isVisible()).resolves.toBe(false);
    await expectAccessible(page);
  });

  it('puts the caret behind a completed name before the next key', async () => {
    const owner = await openSpace(server);
    const { spaceId, key, humanLink } = await invitation(server, owner);
    await joinAs(server, { spaceId, key }, 'Bot');
    await open(humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    await composer().fill(' can we release?');
    await page.keyboard.press('Home');
    await composer().pressSequentially('@Bo');
    await page.getByRole('option', { name: /Bot/ }).waitFor();
    const completed = await composer().evaluate(async (field: HTMLTextAreaElement) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      for (let i = 0; i < 10; i += 1) await Promise.resolve();
      return [field.value, field.selectionStart];
    });
    expect(completed).toEqual(['@Bot can we release?', '@Bot '.length]);
    expect(complaints).toEqual([]);
  });

  it('lists artifacts as they are created', async () => {
    const owner = await openSpace(server);
    await open((await invitation(server, owner)).humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    await createArtifact(server, owner, '# The plan');
    await message('Owner created “Plan”').waitFor();
    await page.getByRole('complementary').getByText('Plan', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows after a reload too what happened between the messages, and writing as one line', async () => {
    const owner = await openSpace(server);
    await answer(200, server, 'sendMessage', owner, { content: 'Before' });
    const artifactId = await createArtifact(server, owner, '# The plan');
    await open((await invitation(server, owner)).humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    await answer(200, server, 'lockArtifact', owner, { artifactId });
    await message('Owner locked “Plan”').waitFor();
    for (const content of ['# One', '# Two', '# Three'])
      await answer(200, server, 'writeArtifact', owner, { artifactId, content });
    await answer(200, server, 'unlockArtifact', owner, { artifactId });
    await answer(200, server, 'sendMessage', owner, { content: 'After' });
    await message('After').waitFor();
    const lines = () => page.locator('.lines > .note, .lines .prose').allInnerTexts();
    const expected = ['Before', 'Owner created “Plan”', 'You joined', 'Owner changed “Plan” 3 times (version 4)', 'After'];
    expect(await lines()).toEqual(expected);
    await page.reload();
    await message('Owner changed “Plan” 3 times').waitFor();
    expect(await lines()).toEqual(expected);
    expect(complaints).toEqual([]);
  });

  it('keeps the key in this browser and in no address, so that all tabs and visits are the same participant', async () => {
    const owner = await openSpace(server);
    const { humanLink } = await invitation(server, owner);
    await open(humanLink);
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(request.url()));
    await joinInBrowser('Jonas');
    await live(page);
    await page.reload();
    await live(page);
    const [, key = ''] = /"key\\":\\"([0-9a-f]{64})/.exec(await kept()) ?? [];
    expect(key).not.toBe('');
    const room = `${server.url}/room/${owner.spaceId}`;
    expect(await page.evaluate('[document.cookie, sessionStorage.length, location.href]')).toEqual(['', 0, room]);

    const first = page;
    page = await first.context().newPage();
    await page.goto(humanLink);
    await live(page);
    expect(page.url()).toBe(room);
    await composer().fill('From the second tab');
    await page.keyboard.press('Enter');
    await first.getByText('From the second tab').first().waitFor();
    await page.close();
    await first.close();
    page = await first.context().newPage();
    await page.goto(room);
    await live(page);
    await message('From the second tab').waitFor();
    expect(asked.filter((url) => url.includes(key))).toEqual([]);
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  it('tells a browser without a key what to do', async () => {
    const owner = await openSpace(server);
    await open(`${server.url}/room/${owner.spaceId}`);
    await page.getByRole('heading', { name: 'This browser has no key to this space' }).waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('waits in a private space until the owner approves', async () => {
    const owner = await openSpace(server, { privacy: 'private' });
    await open((await invitation(server, owner)).humanLink, { colorScheme: 'dark' });
    await expectAccessible(page);
    await joinInBrowser('Jonas');
    const waiting = page.getByText('Waiting for the owner to let you in');
    await waiting.waitFor();
    await page.reload();
    await waiting.waitFor();
    await expectAccessible(page);
    await moderate(server, owner, 'approve', 'Jonas');
    await live(page);
    await composer().fill('Thank you');
    await page.getByRole('button', { name: 'Send' }).click();
    await message('Thank you').waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('says so if the owner declines, and permits another request', async () => {
    const owner = await openSpace(server, { privacy: 'private' });
    await open((await invitation(server, owner)).humanLink);
    await joinInBrowser('Jonas');
    await page.getByText('Waiting for the owner').waitFor();
    await moderate(server, owner, 'kick', 'Jonas');
    await page.getByText('declined').waitFor();
    await joinInBrowser('Jonas');
    await page.getByText('Waiting for the owner').waitFor();
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants.map(({ status }) => status)).toEqual(['active', 'kicked', 'waitingForApproval']);
  });

  it('shows being muted, unmuted and kicked', async () => {
    const owner = await openSpace(server);
    await open((await invitation(server, owner)).humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    await moderate(server, owner, 'mute', 'Jonas');
    await page.getByText('The owner muted you').waitFor();
    await expect(composer().isEditable()).resolves.toBe(false);
    await expectAccessible(page);
    await moderate(server, owner, 'unmute', 'Jonas');
    await page.getByText('The owner muted you').waitFor({ state: 'hidden' });
    await expect(composer().isEditable()).resolves.toBe(true);
    await moderate(server, owner, 'kick', 'Jonas');
    await page.getByText('The owner removed you from this space.').waitFor();
    await composer().waitFor({ state: 'hidden' });
    expect(await kept()).not.toMatch(/[0-9a-f]{64}/);
    expect(complaints).toEqual([]);
  });

  it('notices a kick that happened while the page was closed', async () => {
    const owner = await openSpace(server);
    const { humanLink } = await invitation(server, owner);
    await open(humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    await page.goto('about:blank');
    await moderate(server, owner, 'kick', 'Jonas');
    await page.goto(`${server.url}/room/${owner.spaceId}`);
    await page
      .getByText(/You are no longer in this space|The owner removed you/)
      .first()
      .waitFor();
    expect(await composer().isVisible()).toBe(false);
    await page.goto(humanLink);
    await page.getByLabel('Your name').waitFor();
  });

  it('shows the end of the space', async () => {
    const owner = await openSpace(server);
    await open((await invitation(server, owner)).humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    await answer(200, server, 'closeSpace', owner);
    await page.getByText('The owner closed this space.').waitFor();
    await page.getByText('Ended', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('leaves on request', async () => {
    const owner = await openSpace(server);
    await open((await invitation(server, owner)).humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    await page.getByRole('button', { name: 'About this space' }).click();
    await page.getByRole('button', { name: 'Leave…' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Leave the space' }).click();
    await page.getByRole('heading', { name: 'Where agents and people meet' }).waitFor();
    expect(await kept()).not.toMatch(/[0-9a-f]{64}/);
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants.at(-1)).toMatchObject({ name: 'Jonas', status: 'left' });
  });

  it('formats messages: tasks have checkboxes, and entities are characters, in titles too', async () => {
    const owner = await openSpace(server);
    const content = '- [ ] Bricks &copy; [plan](https://a.example "a &amp; b")\n- [x] Roof';
    await answer(200, server, 'sendMessage', owner, { content });
    await open((await invitation(server, owner)).humanLink);
    await joinInBrowser('Jonas');
    await message('Bricks ©').waitFor();
    const items = conversation().locator('.prose li');
    expect(await items.allInnerTexts()).toEqual(['Bricks © plan', 'Roof']);
    const isDone = (boxes: Element[]) =>
      boxes.map((box) => [(box as HTMLInputElement).checked, (box as HTMLInputElement).disabled]);
    expect(await items.getByRole('checkbox').evaluateAll(isDone)).toEqual([
      [false, true],
      [true, true],
    ]);
    expect(await items.first().evaluate((item) => getComputedStyle(item).borderStyle)).toBe('none');
    expect(await items.getByRole('link').getAttribute('title')).toBe('a & b');
    // What somebody says has the lines that they wrote.
    await answer(200, server, 'sendMessage', owner, { content: 'First line\nsecond line' });
    await message('First line').waitFor();
    expect(await message('First line').innerText()).toBe('First line\nsecond line');
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('shows hostile text as text, on a small screen too', async () => {
    const attack = `<a href="https://tracker.example">go</a></textarea></title><script>document.title='owned'</script><img src=x onerror="document.title='owned'">\u202E\`\`\`\n{{name}}`;
    const long = attack + 'W'.repeat(4_000 - attack.length);
    const owner = await openSpace(server, {
      name: asName(attack, 160) + 'W'.repeat(40),
      description: long,
      agenda: long,
      ownerName: asName(attack.slice(80), 75),
    });
    const { humanLink } = await invitation(server, owner);
    await open(humanLink, phone);
    await expectFits(page);
    await expectAccessible(page);
    await joinInBrowser('</bdi><script>1</script>');
    await live(page);
    for (const type of ['text', 'html']) await answer(200, server, 'sendMessage', owner, { content: long, type });
    await answer(200, server, 'sendMessage', owner, { content: 'https://tracker.example/a.png', type: 'image' });
    await createArtifact(server, owner, asName(attack, 200));
    await page.getByText('Show the image from tracker.example').waitFor();
    await message('created “Plan”').waitFor();
    await message(`<script>document.title='owned'</script>`).first().waitFor();
    expect(await conversation().locator('pre.source').textContent()).toBe(long);
    await expectFits(page);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Show as a page' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('WWW').waitFor();
    await expect(page.locator('iframe').getAttribute('sandbox')).resolves.toBe('');
    await frame.getByRole('link', { name: 'go' }).click();
    await expectFits(page);
    expect(await page.title()).not.toBe('owned');
    expect(complaints).toContainEqual(expect.stringContaining('Blocked script execution'));
    expect(complaints.filter((complaint) => !/blocked|violates/i.test(complaint))).toEqual([]);
  });

  it('says what to do without JavaScript', async () => {
    const owner = await openSpace(server);
    const { humanLink, agentLink } = await invitation(server, owner);
    await open(humanLink, { javaScriptEnabled: false });
    await expect(page.locator('noscript').innerText()).resolves.toContain('This page needs JavaScript');
    await expect(page.getByRole('textbox').count()).resolves.toBe(0);
    await page.getByRole('link', { name: 'how to join this space' }).click();
    expect(page.url()).toBe(agentLink);
  });

  it('continues at its position when the server returns', async () => {
    const owner = await openSpace(server);
    await open((await invitation(server, owner)).humanLink);
    await joinInBrowser('Jonas');
    await live(page);
    await composer().fill('Before');
    await page.keyboard.press('Enter');
    await message('Before').waitFor();
    await server.stop();
    await page.getByText('Connecting…').waitFor();
    server = await startServer({
      PARLEY_DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PARLEY_RATE_LIMIT: '0',
      PORT: new URL(server.url).port,
    });
    await answer(200, server, 'sendMessage', owner, { content: 'After' });
    await message('After').waitFor();
    await live(page);
    for (const text of ['Before', 'After']) expect(await message(text).count()).toBe(1);
  });
});
