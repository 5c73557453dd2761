import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
// From its sources, like the app: the package of the SDK is tested with this server.
import { Parley, type Space } from '../../../sdk/src/index.ts';
import { expectAccessible, expectFits, isInSight, live, visit, type NewPage } from './app.ts';

const textOf = (day: string, step: string): string =>
  [
    '# Plan',
    '',
    `1. Release on ${day}`,
    '2. Test',
    '3. Test again',
    '4. Wait',
    `5. ${step}`,
    '6. Wait',
    '7. Write',
    '8. Read',
    '9. Eat cake',
    '',
  ].join('\n');

/** One meeting from its start to its end: each test continues where the one before it has stopped. */
export function meeting(
  newPage: NewPage,
  phone: BrowserContextOptions,
  closeTab = (page: Page): Promise<void> => page.close({ runBeforeUnload: false }),
): void {
  const server = inject('server');
  let maya: Page;
  let jonas: Page;
  let pocket: BrowserContext;
  let bot: Space;
  let room: string;
  let invitation: string;
  const complaints: string[][] = [];

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const message = (page: Page, text: string) => page.locator('.message', { hasText: text }).first();
  const note = (page: Page, text: string) => page.locator('.note', { hasText: text }).first();
  const write = (page: Page, text: string) => page.getByLabel('Message', { exact: true }).fill(text);
  async function say(page: Page, text: string, shown = text) {
    await write(page, text);
    await button(page, 'Send').click();
    await message(page, shown).waitFor();
  }
  const plan = () => bot.artifacts.get('Plan');
  const openPlan = async (page: Page) => page.goto(`${room}#artifact-${(await plan()).id}`);
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const editor = (page: Page) => page.getByLabel('Text, in Markdown');
  async function rewrite(page: Page, text: string) {
    await editor(page).press('ControlOrMeta+a');
    await editor(page).press('Delete');
    await page.keyboard.insertText(text);
  }
  /** On phones the editor is a plain text area. */
  const textIn = (page: Page) =>
    editor(page).evaluate((it) => (it instanceof HTMLTextAreaElement ? it.value : (it as HTMLElement).innerText));
  /** A tab of Jonas. */
  async function take(address: string): Promise<Page> {
    const page = await pocket.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(address);
    return page;
  }

  it('starts at home, without an account', async () => {
    const visited = await visit(server.url, {}, undefined, newPage);
    maya = visited.page;
    complaints.push(visited.complaints);
    await maya.getByLabel('What is it about?').fill('Release 2.0');
    await maya.getByLabel('Your name').fill('Maya');
    await maya.getByLabel('I approve everyone who joins').check();
    await button(maya, 'Create the space').click();
    await maya.waitForURL(/\/room\/[0-9a-f-]{36}$/);
    await live(maya);
    room = maya.url();
    await expect.poll(() => maya.title()).toContain('Release 2.0');
    await expectAccessible(maya);
  });

  it('invites by a link, and lets in who is approved', async () => {
    await button(maya, 'Invite').click();
    await button(maya, 'Create an invitation').click();
    invitation = await maya.locator('.copied code').first().innerText();
    await maya.keyboard.press('Escape');

    const visited = await visit(invitation, phone, undefined, newPage);
    jonas = visited.page;
    pocket = jonas.context();
    complaints.push(visited.complaints);
    await jonas.getByLabel('Your name').fill('Jonas');
    await button(jonas, 'Ask to join').click();
    await jonas.getByText('Waiting for the owner to let you in').waitFor();
    await button(maya, '1 waits for you').waitFor();
    await button(maya, 'Approve Jonas').click();
    await live(jonas);
    await note(maya, 'Jonas joined').waitFor();
    await expectFits(jonas);
    await expectAccessible(jonas);
  });

  it('admits an agent by the same link', async () => {
    const joining = new Parley({ baseUrl: server.url }).join(invitation, { name: 'Bot', role: 'reviewer' });
    await button(maya, 'Approve Bot').click();
    bot = await joining;
    expect((await bot.get()).participants.map(({ name }) => name)).toEqual(['Maya', 'Jonas', 'Bot']);
    await bot.send('I am ready');
    for (const page of [maya, jonas]) {
      await note(page, 'Bot joined').waitFor();
      await message(page, 'I am ready').waitFor();
    }
  });

  it('shows everyone what is said', async () => {
    await say(maya, 'Welcome **both**', 'Welcome both');
    await say(jonas, 'Hello from the train');
    await message(maya, 'Hello from the train').waitFor();
    await message(jonas, 'Welcome both').locator('strong', { hasText: 'both' }).waitFor();
    expect((await bot.messages()).messages.map(({ content }) => content).slice(-2)).toEqual([
      'Welcome **both**',
      'Hello from the train',
    ]);
  });

  it('directs a message to the agent, and shows its answer below the question', async () => {
    await maya.getByLabel('Message', { exact: true }).pressSequentially('@Bo');
    await maya.getByRole('option', { name: /Bot/ }).waitFor();
    await maya.keyboard.press('Enter');
    await maya.keyboard.type('can we release?');
    await maya.keyboard.press('Enter');
    const asked = message(maya, 'can we release?');
    await asked.getByText('queued').waitFor();
    for await (const delivery of bot.deliveries()) {
      await asked.getByText('working on it').waitFor();
      await delivery.reply('Yes, all tests pass');
      break;
    }
    await asked.getByText('answered').waitFor();
    expect(await asked.getByText('queued').count()).toBe(0);
    for (const page of [maya, jonas]) await message(page, 'Yes, all tests pass').getByText('can we release?').waitFor();
  });

  it('brings a question of the agent to the inbox of Jonas, who answers there', async () => {
    const answered = bot.ask('Jonas', 'Which day suits you?', { timeoutMs: 60_000 });
    await message(jonas, 'Which day suits you?').getByText('Waits for your reply').waitFor();
    await jonas.goto(`${server.url}/inbox`);
    await jonas.getByText('1 thing waits for you.').waitFor();
    await expectFits(jonas);
    await expectAccessible(jonas);
    await button(jonas, 'Reply').click();
    await jonas.getByLabel('Your reply').fill('Tuesday');
    await button(jonas, 'Send the reply').click();
    expect((await answered).content).toBe('Tuesday');
    await jonas.getByText('Nothing waits for you.').first().waitFor();
    await message(maya, 'Tuesday').getByText('Which day suits you?').waitFor();
    await jonas.goto(room);
    await jonas.locator('.message.for-me', { hasText: 'Which day suits you?' }).getByText('You replied').waitFor();
  });

  it('writes a text under a lock that everyone sees', async () => {
    await button(maya, 'New artifact').click();
    await maya.getByLabel('Name', { exact: true }).fill('Plan');
    await button(maya, 'Create').click();
    await link(maya, 'Edit').click();
    await editor(maya).waitFor();
    await maya.keyboard.insertText(textOf('Monday', 'Tell everybody'));
    await openPlan(jonas);
    await jonas.getByText('Maya is editing this artifact').waitFor();
    expect(await link(jonas, 'Edit').count()).toBe(0);
    await button(maya, 'Save and close').click();
    await maya.getByText('Saved as version 2.').waitFor();
    await jonas.getByText('Release on Monday').waitFor();
    await link(jonas, 'Edit').waitFor();
  });

  it('appends from a phone, without the editor', async () => {
    await link(jonas, 'Append').click();
    await jonas.getByLabel('What to add at the end').fill('- Jonas brings plates');
    await expectFits(jonas);
    await button(jonas, 'Append').click();
    await jonas.getByText('Appended as version 3.').waitFor();
    await maya.getByText('Jonas brings plates').first().waitFor();
    expect((await plan()).content).toContain('9. Eat cake\n- Jonas brings plates');
  });

  it('keeps what Jonas wrote when the tab closes and others write, and tells what conflicts', async () => {
    await link(jonas, 'Edit').click();
    const text = await textIn(jonas);
    await rewrite(jonas, text.replace('Monday', 'Tuesday').replace('plates', 'plates and forks'));
    await closeTab(jonas);
    await (await plan()).edit((now) => now.replace('Tell everybody', 'Tell everybody twice'), { waitMs: 60_000 });

    jonas = await take(room);
    await openPlan(jonas);
    await link(jonas, 'Go on editing').click();
    await jonas.getByText('It was made for version 3.').waitFor();
    await button(jonas, 'Go on with it').click();
    expect(await textIn(jonas)).toContain('plates and forks');
    await button(jonas, 'Save').click();
    await jonas.getByText('has written version 4 meanwhile').waitFor();
    await expectFits(jonas);
    await expectAccessible(jonas);
    await button(jonas, 'Merge by hand: edit my text for version 4').click();
    await rewrite(jonas, `${textOf('Tuesday', 'Tell everybody twice')}- Jonas brings plates and forks`);
    await button(jonas, 'Save and close').click();
    await jonas.getByText('Saved as version 5.').waitFor();
    await maya.getByText('Jonas brings plates and forks').waitFor();
  });

  it('takes a proposal while Maya holds the lock, who accepts one change and leaves out another', async () => {
    await link(maya, 'Edit').click();
    await jonas.getByText('Maya is editing this artifact').waitFor();
    await link(jonas, 'Propose a change').click();
    await rewrite(jonas, `${textOf('Wednesday', 'Tell everybody twice')}- Jonas brings everything`);
    await jonas.getByLabel('Why this change?').fill('More time');
    await button(jonas, 'Propose').click();
    await jonas.getByText('It applies to the present version 5.').waitFor();
    await maya.getByText('Somebody waits: 1 proposal is open.').waitFor();
    await message(maya, 'I propose a change').getByText('Waits for your decision').waitFor();
    await button(maya, 'Review the proposal').click();
    await maya.getByText('More time', { exact: true }).waitFor();
    await button(maya, 'Reject change 2').click();
    await button(maya, 'Accept change 1').click();
    await expectAccessible(maya);
    await button(maya, 'Accept 1 of 2 changes').click();
    await maya.getByText('Accepted as version 6.').waitFor();
    await jonas.getByText('Look at version 6').waitFor();
    expect((await plan()).content).toBe(`${textOf('Wednesday', 'Tell everybody twice')}- Jonas brings plates and forks`);
  });

  it('sends what Jonas writes in a tunnel once he is out of it, and only once', async () => {
    await jonas.goto(room);
    await live(jonas);
    await pocket.setOffline(true);
    await write(jonas, 'Written in the tunnel');
    await button(jonas, 'Send').click();
    await jonas.getByRole('list', { name: 'On their way' }).getByText('Written in the tunnel').waitFor();
    await bot.send('Said meanwhile');
    await message(maya, 'Said meanwhile').waitFor();
    await expect(maya.getByText('Written in the tunnel').count()).resolves.toBe(0);
    await pocket.setOffline(false);
    await message(maya, 'Written in the tunnel').waitFor();
    await message(jonas, 'Said meanwhile').waitFor();
    await jonas.getByRole('list', { name: 'On their way' }).waitFor({ state: 'detached' });
    await message(jonas, 'Written in the tunnel').waitFor();
    for (const page of [maya, jonas])
      expect(await page.locator('.message', { hasText: 'Written in the tunnel' }).count()).toBe(1);
  });

  it('opens for Jonas at the first unread message when he returns, as the same participant', async () => {
    await jonas.close();
    await bot.send('Said while Jonas was away');
    jonas = await take(room);
    await live(jonas);
    await jonas.getByText('New messages').waitFor();
    await message(jonas, 'Said while Jonas was away').waitFor();
    expect((await bot.get()).participants.filter(({ name }) => name === 'Jonas')).toHaveLength(1);
  });

  it('shares identity and read position with a second tab', async () => {
    const newest = (await bot.messages()).messages.at(-1)!.sequence;
    const read = () =>
      jonas.evaluate<number>(
        `Math.max(...Object.entries(localStorage).flatMap(([name, kept]) => name.startsWith('parley space ') ? JSON.parse(kept).read : []))`,
      );
    await expect.poll(read).toBeGreaterThanOrEqual(newest);
    const second = await take(room);
    await live(second);
    await message(second, 'Said while Jonas was away').waitFor();
    expect(await second.getByText('New messages').count()).toBe(0);
    await say(second, 'From the other tab');
    await message(jonas, 'From the other tab').getByText('you', { exact: true }).waitFor();
    await write(second, 'A draft in both');
    await second.close();
    expect((await bot.get()).participants.filter(({ name }) => name === 'Jonas')).toHaveLength(1);
  });

  it('shows the end of a long conversation when it opens, and its start on request', async () => {
    const { messages } = await bot.messages();
    for (let i = 0; i < 200; i += 1) await bot.send(`Step ${i}${'\n\n- done'.repeat(i % 5)}`);
    // What Maya has not seen yet would be where the room opens.
    await expect.poll(() => isInSight(message(maya, 'Step 199'))).toBe(true);
    await maya.goto(room);
    await live(maya);
    await expect.poll(() => isInSight(message(maya, 'Step 199'))).toBe(true);
    const log = maya.getByRole('group', { name: 'Messages' });
    for (let more = true; more;) {
      await log.press('Home');
      await expect.poll(() => log.evaluate((it) => it.scrollTop)).toBeLessThan(10_000);
      more = await button(maya, 'Earlier messages').isVisible();
    }
    await log.press('Home');
    await expect.poll(() => isInSight(message(maya, messages[0]!.content))).toBe(true);
    // Only what is near is in the page.
    expect(await message(maya, 'Step 199').count()).toBe(0);
    await log.press('End');
    await expect.poll(() => isInSight(message(maya, 'Step 199'))).toBe(true);
    expect(await message(maya, messages[0]!.content).count()).toBe(0);
  });

  it('limits the conversation to what people say, and sums up what came of it', async () => {
    await maya.goto(`${room}?only=people`);
    await live(maya);
    await message(maya, 'From the other tab').waitFor();
    expect(await message(maya, 'Step').count()).toBe(0);
    await button(maya, 'Show everything').click();
    await expect.poll(() => isInSight(message(maya, 'Step 199'))).toBe(true);
    await button(maya, /^About this space/).click();
    await button(maya, /^Summary/).click();
    await maya.locator('.summary').getByRole('link', { name: 'Plan', exact: true }).waitFor();
    await button(maya, 'Back to the conversation').click();
  });

  it('mutes Jonas, who sees it and can write again later', async () => {
    await button(maya, 'Moderate Jonas').click();
    await button(maya, 'Mute').click();
    await jonas.getByText('The owner muted you.').waitFor();
    await expect(button(jonas, 'Send').isDisabled()).resolves.toBe(true);
    await button(maya, 'Unmute').click();
    await jonas.getByText('The owner muted you.').waitFor({ state: 'detached' });
    await say(jonas, 'Sorry');
    await message(maya, 'Sorry').waitFor();
  });

  it('removes Jonas, who sees why and keeps the draft, and whose invitation works no more', async () => {
    await write(jonas, 'I had wanted to say');
    await button(maya, 'Remove…').click();
    await maya.getByLabel('Revoke the invitation that they joined with, too').check();
    await button(maya, 'Remove').click();
    await jonas.getByText('The owner removed you from this space.').waitFor();
    await jonas.getByRole('region', { name: 'Your draft' }).getByText('I had wanted to say').waitFor();
    await expectFits(jonas);
    await expectAccessible(jonas);
    await maya.getByText('Jonas', { exact: true }).first().waitFor();
    await jonas.goto(invitation);
    await jonas.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
  });

  it('ends for everyone when the owner closes the space', async () => {
    await button(maya, 'Settings').click();
    await button(maya, 'Close the space…').click();
    await button(maya, 'Close it for everyone').click();
    await maya.getByText('You closed this space.').or(maya.getByText('The owner closed this space.')).waitFor();
    await expect(bot.send('Anybody?')).rejects.toMatchObject({ status: 409 });
    expect(complaints.flat().filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });
}
