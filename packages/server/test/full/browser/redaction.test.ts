import { allMessages, answer, invite, join, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';
import { eventually } from '../../eventually.ts';

inChromium('deleting a message', () => {
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
  const openMenu = (page: Page, text: string) =>
    line(page, text)
      .getByRole('button', { name: /^Actions for this message/ })
      .click();
  const redactedIn = async (member: Member) => (await allMessages(server, member)).filter(({ redacted }) => redacted);
  const focused = (page: Page) => page.evaluate('document.activeElement.id || document.activeElement.textContent');

  it('waits five seconds, in which it can be taken back, and then says who and when, with the focus at its line', async () => {
    const { owner, bot } = await people();
    await say(bot, 'hunter2 is the password');
    const replyTo = (await allMessages(server, bot))[0]!.id;
    await say(bot, 'Thanks', { replyTo });
    const { page, complaints } = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    await live(page);
    await openMenu(page, 'hunter2 is the password');
    await line(page, 'hunter2').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Will be deleted for everyone in five seconds.').waitFor();
    expect(await focused(page)).toBe('Undo');
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Enter');
    await page.getByText('Will be deleted for everyone').waitFor({ state: 'detached' });
    expect(await focused(page)).toMatch(/^m\d+$/);
    expect(await redactedIn(owner)).toEqual([]);

    await line(page, 'hunter2').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^Deleted by you, /).waitFor();
    expect(await focused(page)).toMatch(/^m\d+$/);
    expect(await page.getByText('hunter2').count()).toBe(0);
    await page.getByRole('link', { name: /a deleted message/ }).waitFor();
    expect(await redactedIn(owner)).toHaveLength(1);
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    expect(complaints).toEqual([]);
  });

  it('is sent at once when the page goes, and is seen by those who have it on their screen', async () => {
    const { owner, bot } = await people();
    await say(owner, 'Good morning');
    await say(bot, 'Hello');
    const { page } = await enter(server, owner, phone);
    await live(page);
    const { page: other, complaints } = await enter(server, bot, phone);
    await live(other);
    await other.getByText('Good morning').waitFor();
    await openMenu(page, 'Good morning');
    await page.getByRole('button', { name: 'Delete' }).first().tap();
    await page.getByText('Will be deleted').waitFor();
    await page.close();
    await eventually(async () => (await redactedIn(bot)).length === 1);
    await other.getByText(/^Deleted by Maya, /).waitFor();
    // A participant who is not the owner deletes only what it said itself.
    await other.getByRole('button', { name: /^Actions for this message from Bot/ }).tap();
    await other.getByRole('button', { name: 'Delete' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('takes the announcement of a task from an open inbox, which follows no space', async () => {
    const { owner, bot } = await people();
    const { taskId } = await answer(200, server, 'createTask', bot, { title: 'hunter2', for: [owner.id] });
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    await page.goto(`${server.url}/inbox`);
    await page.getByText('hunter2').first().waitFor();
    await answer(200, server, 'redactTask', bot, { taskId });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('Its text was deleted.').waitFor();
    await eventually(async () => (await page.getByText('hunter2').count()) === 0);
    expect(complaints).toEqual([]);
  });

  it('takes the texts of a task, of a decision and of a reason from all screens, for who wrote them', async () => {
    const { owner, bot } = await people();
    const { taskId } = await answer(200, server, 'createTask', bot, { title: 'hunter2', text: 'hunter3', for: [owner.id] });
    const question = { title: 'hunter4', text: 'hunter5', voters: 'all', rule: 'all' };
    const { decisionId } = await answer(200, server, 'createDecision', owner, question);
    await answer(200, server, 'answerDecision', bot, { decisionId, option: 'approve', reason: 'hunter6' });
    const { page, complaints } = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    await live(page);
    const { page: other } = await enter(server, bot, phone);
    await live(other);
    const open = (place: string) => page.evaluate(`location.hash = '${place}'`);
    const remove = async (button: RegExp) => {
      await page.getByRole('button', { name: button }).last().click();
      await page.getByRole('dialog').getByText('for good').waitFor();
      await expectAccessibleInBothSchemes(page);
      await page.getByRole('button', { name: 'Delete for everyone' }).click();
    };
    await open(`#task-${taskId}`);
    await page.getByText('hunter3').waitFor();
    await other.getByText('hunter2').first().waitFor();
    await remove(/^Delete its texts/);
    await page.getByRole('heading', { name: 'Deleted', exact: true }).last().waitFor();
    await page
      .getByText(/^Deleted by you, /)
      .first()
      .waitFor();
    await eventually(async () => (await other.getByText(/hunter[23]/).count()) === 0);

    await open(`#decision-${decisionId}`);
    await page.getByRole('region', { name: 'Decisions', exact: true }).getByText('hunter5').waitFor();
    await remove(/^Delete the reason of Bot/);
    await page.getByText('The reason was deleted.').first().waitFor();
    await remove(/^Delete the texts of the question/);
    await page.getByRole('heading', { name: 'Deleted', exact: true }).last().waitFor();
    for (const each of [page, other]) await eventually(async () => (await each.getByText(/hunter\d/).count()) === 0);
    expect(complaints).toEqual([]);
  });
});
