import { answer, invite, join, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectAccessibleInBothSchemes, expectFits, isInSight, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('the search', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const wide = { viewport: { width: 1280, height: 800 } };
  const field = (page: Page) => page.getByRole('searchbox', { name: 'Words, and phrases in quotes' });
  const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const say = (who: Member, content: string) => answer(200, server, 'sendMessage', who, { content });

  /** An owner and a bot, who has said something long ago. */
  async function people(messages: number) {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya', agentBudget: null });
    const bot = await join(server, await invite(server, owner), 'Bot');
    await say(bot, 'The **launch** is on Monday, says the calendar.');
    for (let i = 0; i < messages; i += 20)
      await Promise.all(Array.from({ length: Math.min(20, messages - i) }, (_, j) => say(bot, `Message ${i + j}`)));
    return { owner, bot };
  }

  it('is opened by a key, finds while one types, and leads to the place of a message beside it', async () => {
    const { owner, bot } = await people(300);
    await answer(200, server, 'createTask', bot, { title: 'Prepare the launch', text: 'Until Sunday' });
    const { page, complaints } = await enter(server, owner, wide);
    await live(page);
    await page.getByText('Message 299', { exact: true }).waitFor();
    await page.keyboard.press('Control+f');
    await field(page).waitFor();
    expect(await field(page).evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.type('launch');
    await said(page, '2 results');
    expect(await results(page).locator('mark').allTextContents()).toEqual(['launch', 'launch']);
    await expectAccessibleInBothSchemes(page);
    await results(page)
      .getByRole('link', { name: /on Monday/ })
      .click();
    const message = page.locator('li.message', { hasText: 'says the calendar' });
    await message.waitFor();
    await expect.poll(() => isInSight(message)).toBe(true);
    // The results stay.
    expect(await results(page).count()).toBe(2);
    await results(page)
      .getByRole('link', { name: /Prepare the launch/ })
      .click();
    await page.getByRole('heading', { name: 'Prepare the launch' }).waitFor();
    await page.goBack();
    await said(page, '2 results');
    await page.getByRole('button', { name: /^Back/ }).click();
    await results(page).first().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('is used with the keyboard alone, and says what it has not found', async () => {
    const { owner } = await people(3);
    await say(owner, 'A launch of mine');
    const { page, complaints } = await enter(server, owner, wide);
    await live(page);
    // In the field of a message it is a letter.
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.type('/');
    expect(await field(page).count()).toBe(0);
    await page.getByRole('heading', { name: 'Release' }).evaluate((it) => {
      it.tabIndex = -1;
      it.focus();
    });
    await page.keyboard.press('/');
    await field(page).waitFor();
    await page.keyboard.type('nowhere');
    await page.keyboard.press('Enter');
    await said(page, 'Nothing found');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('launch');
    await page.keyboard.press('Enter');
    await said(page, '2 results');
    await page.getByRole('combobox', { name: 'By whom' }).selectOption({ label: 'By Bot' });
    await said(page, '1 result');
    await page.getByRole('combobox', { name: 'Where to look' }).selectOption('tasks');
    await said(page, 'Nothing found');
    await page.getByRole('combobox', { name: 'Where to look' }).selectOption('messages');
    await said(page, '1 result');
    await page.getByRole('combobox', { name: 'By whom' }).focus();
    await page.keyboard.press('Tab');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const message = page.locator('li.message', { hasText: 'says the calendar' });
    await expect.poll(() => message.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('on a phone, covers the conversation until a result is chosen, and is there again on the way back', async () => {
    const { owner } = await people(40);
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    await page.getByRole('button', { name: 'Search' }).tap();
    await field(page).fill('"the calendar"');
    await said(page, '1 result');
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await results(page).getByRole('link').first().tap();
    const message = page.locator('li.message', { hasText: 'says the calendar' });
    await expect.poll(() => isInSight(message)).toBe(true);
    expect(await results(page).count()).toBe(0);
    await page.goBack();
    await said(page, '1 result');
    expect(await field(page).inputValue()).toBe('"the calendar"');
    expect(complaints).toEqual([]);
  });

  it('shows what is too far back for the conversation in its place', async () => {
    const { owner } = await people(60);
    const { page, complaints } = await enter(server, owner, wide);
    await live(page);
    const { results: found } = await answer(200, server, 'searchSpace', owner, { q: 'calendar' });
    await page.goto(`${page.url().split('#')[0]}#search-around-${found[0]!.sequence}`);
    const region = page.getByRole('region', { name: 'Search' });
    await region.locator('li.message', { hasText: 'says the calendar' }).waitFor();
    await region.getByText('Message 5', { exact: true }).waitFor();
    expect(await region.getByText('Message 50', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await region.getByRole('button', { name: 'Later' }).click();
    await region.getByText('Message 50', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
