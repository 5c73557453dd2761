import { answer, createArtifact, invite, join, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, isInSight, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('the filter of the conversation', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const wide = { viewport: { width: 1360, height: 850 } };
  const say = (who: Member, content: string, more: object = {}) => answer(200, server, 'sendMessage', who, { content, ...more });
  const shown = (page: Page) => page.locator('li.message .prose').allInnerTexts();
  const select = (page: Page) => page.getByRole('combobox', { name: 'In the conversation, show' });
  const bar = (page: Page) => page.locator('.filter-bar');

  async function meeting() {
    const owner = await openSpace(server, { name: 'Launch', ownerName: 'Maya', isHuman: true, agentBudget: null });
    const bot = await join(server, await invite(server, owner), 'Bot');
    const artifactId = await createArtifact(server, bot, '# Plan');
    await say(owner, 'From Maya');
    await say(bot, 'To nobody');
    await say(bot, 'To Maya', { to: [owner.id] });
    return { owner, bot, artifactId };
  }

  it('limits it to people, to oneself, to a participant, and to an artifact, as the address says', async () => {
    const { owner, bot, artifactId } = await meeting();
    const { page, complaints } = await enter(server, owner, wide);
    await live(page);
    await page.keyboard.press('Control+f');
    await select(page).selectOption('only messages of people');
    await expect.poll(() => shown(page)).toEqual(['From Maya']);
    expect(page.url()).toMatch(/\?only=people$/);
    await expectAccessibleInBothSchemes(page);
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(['From Maya']);
    await page.keyboard.press('Control+f');
    await select(page).selectOption('only what is for me');
    await expect.poll(() => shown(page)).toEqual(['From Maya', 'To Maya']);
    await page.keyboard.press('Control+f');
    await select(page).selectOption('Bot');
    await expect.poll(() => shown(page)).toEqual(['To nobody', 'To Maya']);
    await page.keyboard.press('Control+f');
    await select(page).selectOption('Plan');
    await expect.poll(() => shown(page)).toEqual([]);
    expect(page.url()).toContain(`?only=about-${artifactId}`);
    await page.locator('li.note', { hasText: 'Plan' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.url()).toContain(`?only=participant-${bot.id}#search`);
    await expect.poll(() => shown(page)).toEqual(['To nobody', 'To Maya']);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect.poll(() => shown(page)).toEqual(['From Maya', 'To nobody', 'To Maya']);
    expect(page.url()).toMatch(/#search$/);
    expect(complaints).toEqual([]);
  });

  it('leaves unread what it leaves out, and shows that once it ends', async () => {
    const { owner, bot } = await meeting();
    const { page, complaints } = await enter(server, owner, wide);
    await live(page);
    await page.goto(`${page.url()}?only=people`);
    await live(page);
    for (let i = 0; i < 40; i += 1) await say(bot, `Step ${i}`);
    await say(owner, 'Heard');
    await page.getByText('Heard', { exact: true }).waitFor();
    expect(await shown(page)).toEqual(['From Maya', 'Heard']);
    await expect.poll(() => page.title()).toMatch(/^\(40\)/);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByText('New messages', { exact: true }).waitFor();
    await expect.poll(() => isInSight(page.locator('li.message', { hasText: 'Step 0' }))).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('ends when one writes, or follows a link to what it leaves out', async () => {
    const { owner, bot } = await meeting();
    const { messageId } = await say(bot, 'Far away');
    const { messages } = await answer(200, server, 'listMessages', owner, {});
    const { sequence } = messages.find(({ id }) => id === messageId)!;
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    const address = page.url();
    await page.goto(`${address}?only=people`);
    await live(page);
    await bar(page).waitFor();
    await expectFits(page);
    await page.evaluate((hash) => (location.hash = hash), `m${sequence}`);
    await expect.poll(() => isInSight(page.locator('li.message', { hasText: 'Far away' }))).toBe(true);
    await bar(page).waitFor({ state: 'detached' });
    await page.goto(`${address}?only=participant-${bot.id}`);
    await live(page);
    await bar(page).waitFor();
    await page.getByLabel('Message', { exact: true }).fill('Is it shown?');
    await page.getByRole('button', { name: 'Send' }).tap();
    await expect.poll(() => isInSight(page.locator('li.message', { hasText: 'Is it shown?' }))).toBe(true);
    await bar(page).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
