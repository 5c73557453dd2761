import { answer, invite, join, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, live } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('what others direct to a participant', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const wide = { viewport: { width: 1280, height: 800 } };
  const direct = async (from: Member, to: Member, content: string) =>
    (await answer(200, server, 'sendMessage', from, { content, to: [to.id] })).deliveries[0]!;
  const line = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
  const button = (page: Page, text: string, name: string) => line(page, text).getByRole('button', { name, exact: true });

  it('is held or refused as it says in the menu of the space, accepted and declined at the message, and its sender sees that', async () => {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya' });
    const invitation = await invite(server, owner);
    const [ada, bot] = [await join(server, invitation, 'Ada'), await join(server, invitation, 'Bot')];
    const { page, complaints } = await enter(server, ada, wide);
    await live(page);
    const choose = async () => {
      await page.getByRole('button', { name: 'About this space' }).click();
      await page.getByRole('heading', { name: 'Messages to you' }).waitFor();
    };
    await choose();
    await page.getByLabel('From the owner and some others').check();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect(await answer(200, server, 'getInbound', ada)).toEqual({ accept: [], others: 'hold' });
    await page.keyboard.press('Escape');

    expect(await direct(bot, ada, 'Ready?')).toMatchObject({ state: 'held' });
    await direct(bot, ada, 'Anybody?');
    await line(page, 'Ready?').getByText('Held until you accept it').waitFor();
    await expectAccessibleInBothSchemes(page);
    const { page: other } = await enter(server, bot, wide);
    await live(other);
    await line(other, 'Ready?').getByText('held until accepted').waitFor();
    await button(page, 'Ready?', 'Accept').click();
    await line(page, 'Ready?').getByText('Waits for your reply').waitFor();
    await line(other, 'Ready?').getByText('queued').waitFor();
    await button(page, 'Anybody?', 'Decline').click();
    await line(page, 'Anybody?')
      .getByLabel(/Reason/)
      .fill('Not now');
    await button(page, 'Anybody?', 'Decline').click();
    await line(page, 'Anybody?').getByText('You declined').waitFor();
    await line(other, 'Anybody?').getByText('declined').waitFor();

    await choose();
    await page.getByLabel('What others direct to you').selectOption('refuse');
    await page.getByRole('checkbox', { name: 'Bot' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect(await answer(200, server, 'getInbound', ada)).toEqual({ accept: [bot.id], others: 'refuse' });
    await page.getByRole('checkbox', { name: 'Bot' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.keyboard.press('Escape');
    await direct(bot, ada, 'Hello?');
    await line(other, 'Hello?').getByText('refused: accepts no messages from you').waitFor();
    await line(page, 'Hello?').getByText('Refused: you accept no messages from the sender').waitFor();
    await answer(200, server, 'putInbound', ada, { accept: [] });
    await direct(bot, ada, 'Still there?');
    await page.goto(`${server.url}/inbox`);
    await page.getByText('Held until you accept it.').waitFor();
    await page.getByText('1 thing waits for you.').waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Held until you accept it.').waitFor({ state: 'detached' });
    await line(other, 'Still there?').getByText('queued').waitFor();
    expect(complaints).toEqual([]);
  });
});
