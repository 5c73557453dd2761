import { allMessages, answer, invite, join, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';
import { eventually } from '../../eventually.ts';

inChromium('correcting a message', () => {
  const server = inject('server');
  afterEach(() => closePages());

  async function people() {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya' });
    const bot = await join(server, await invite(server, owner), 'Bot');
    return { owner, bot };
  }
  const say = async (who: Member, content: string, more = {}) =>
    (await answer(200, server, 'sendMessage', who, { content, ...more })).messageId;
  const line = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
  const linesOf = (page: Page) => page.locator('.lines > .message').evaluateAll((lines) => lines.map(({ id }) => id));

  it('with the arrow key up in an empty composer edits the last own message, at its place', async () => {
    const { owner, bot } = await people();
    await say(owner, 'We begin at none');
    const [first] = await allMessages(server, owner);
    await say(bot, 'Fine', { replyTo: first!.id });
    const { page, complaints } = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    await live(page);
    await page.getByText('We begin at none').first().waitFor();
    const before = await linesOf(page);
    await field(page).press('ArrowUp');
    await page.getByText('Correcting').waitFor();
    expect(await field(page).inputValue()).toBe('We begin at none');
    await expectAccessibleInBothSchemes(page);
    await field(page).press('Escape');
    expect(await field(page).inputValue()).toBe('');

    await field(page).press('ArrowUp');
    await field(page).fill('We begin at noon');
    await field(page).press('Enter');
    await line(page, 'We begin at noon')
      .getByRole('button', { name: /^corrected/ })
      .waitFor();
    expect(await page.getByText('We begin at none').count()).toBe(0);
    expect(await linesOf(page)).toEqual(before);
    // A quote of it has the new text.
    await page.getByRole('link', { name: /In reply to .*We begin at noon/ }).waitFor();
    await line(page, 'We begin at noon')
      .getByRole('button', { name: /^corrected/ })
      .click();
    await page.getByRole('list', { name: 'Former text' }).getByText('We begin at none').waitFor();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);

    await page.reload();
    await live(page);
    await line(page, 'We begin at noon')
      .getByRole('button', { name: /^corrected/ })
      .click();
    await page.getByRole('list', { name: 'Former text' }).getByText('We begin at none').waitFor();
    expect(await linesOf(page)).toEqual(before);
    expect(complaints).toEqual([]);
  });

  it('is offered in the menu of own messages, and seen by those who have it on their screen', async () => {
    const { owner, bot } = await people();
    await say(owner, 'Good mourning');
    await say(bot, 'Hello');
    const { page } = await enter(server, owner, phone);
    await live(page);
    const { page: other, complaints } = await enter(server, bot, phone);
    await live(other);
    await other.getByText('Good mourning').waitFor();
    const menu = (of: Page, name: RegExp) => of.getByRole('button', { name }).tap();
    await menu(page, /^Actions for this message from Bot/);
    expect(await page.getByRole('button', { name: 'Correct' }).count()).toBe(0);
    await menu(page, /^Actions for this message from Maya/);
    await page.getByRole('button', { name: 'Correct' }).tap();
    await field(page).fill('Good morning');
    await page.getByRole('button', { name: 'Send' }).tap();
    await other.getByText('Good morning').waitFor();
    expect(await other.getByText('Good mourning').count()).toBe(0);
    await expectFits(page);
    const [first, , correction] = await allMessages(server, bot);
    expect([first!.replacedBy, correction!.replaces]).toEqual([correction!.id, first!.id]);
    // What is deleted is gone with its former text.
    await answer(200, server, 'redactMessage', owner, { messageId: first!.id });
    await other.getByText(/^Deleted by Maya, /).waitFor();
    await eventually(async () => (await other.getByRole('button', { name: /^corrected/ }).count()) === 0);
    expect(complaints).toEqual([]);
  });

  it('says why it is not possible', async () => {
    const { owner, bot } = await people();
    await say(owner, 'Can you look?', { to: [bot.id] });
    const { page } = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    await live(page);
    await page.getByText('Can you look?').first().waitFor();
    await field(page).press('ArrowUp');
    await page.getByRole('alert').getByText('it is directed').waitFor();
    expect(await field(page).inputValue()).toBe('');
  });
});
