import { answer, createArtifact, invite, join, openSpace } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectAccessibleInBothSchemes, live } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('the keys of a room', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const wide = { viewport: { width: 1360, height: 850 } };
  const composer = (page: Page) => page.getByLabel('Message', { exact: true });
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.innerText ?? ""');

  async function enterRoom() {
    const owner = await openSpace(server, { name: 'Launch', ownerName: 'Maya', agentBudget: null });
    const bot = await join(server, await invite(server, owner), 'Bot');
    await createArtifact(server, owner, '# Plan');
    for (let i = 0; i < 5; i += 1) await answer(200, server, 'sendMessage', bot, { content: `Message ${i}` });
    const visited = await enter(server, owner, wide);
    await live(visited.page);
    await visited.page.getByText('Message 4', { exact: true }).waitFor();
    await visited.page.getByRole('navigation', { name: 'Skip' }).waitFor({ state: 'attached' });
    return { ...visited, owner };
  }

  it('walk from message to message, and reply to one', async () => {
    const { page, complaints } = await enterRoom();
    await page.getByRole('group', { name: 'Messages' }).focus();
    await page.keyboard.press('k');
    expect(await focused(page)).toContain('Message 4');
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toContain('Message 2');
    await page.keyboard.press('j');
    expect(await focused(page)).toContain('Message 3');
    // Its menu is the next stop.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Actions for this message from Bot');
    await page.keyboard.press('r');
    await page.getByText('Replying to').waitFor();
    await expect.poll(() => composer(page).evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await page.locator('.replying').innerText()).toContain('Message 3');
    expect(complaints).toEqual([]);
  });

  it('correct a message of one’s own, and no other', async () => {
    const { page, owner, complaints } = await enterRoom();
    await answer(200, server, 'sendMessage', owner, { content: 'Helo' });
    await page.getByText('Helo', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Messages' }).focus();
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await page.keyboard.press('e');
    expect(await composer(page).inputValue()).toBe('');
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await expect.poll(() => composer(page).evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await composer(page).inputValue()).toBe('Helo');
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await page.locator('.message', { hasText: 'Helo!' }).getByText('corrected').waitFor();
    expect(complaints).toEqual([]);
  });

  it('are letters in a field', async () => {
    const { page } = await enterRoom();
    await composer(page).focus();
    await page.keyboard.type('?jkr/');
    expect(await composer(page).inputValue()).toBe('?jkr/');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('are shown by ?', async () => {
    const { page } = await enterRoom();
    await page.getByRole('group', { name: 'Messages' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('replies to the message').waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('go anywhere by a few letters: to an artifact, a person, a command, or a search', async () => {
    const { page, complaints } = await enterRoom();
    const open = async (typed: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: /^Where to go/ }).waitFor();
      await page.keyboard.type(typed);
    };
    await composer(page).focus();
    await open('pla');
    await page.getByRole('option', { name: 'open Plan' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Artifact' }).getByRole('heading', { name: 'Plan' }).first().waitFor();
    await open('bot');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Directed to' }).getByText('Bot').waitFor();
    await open('invite');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Invite to this space' }).waitFor();
    await page.keyboard.press('Escape');
    await open('message 3');
    await page.getByRole('option', { name: /Search for/ }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
