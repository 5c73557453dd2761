import { answer, createArtifact, invite, join, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';
import { eventually } from '../../eventually.ts';

const desktop = { viewport: { width: 1280, height: 800 } };

inChromium('the conversation', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const say = async (who: Member, content: string, more = {}) =>
    (await answer(200, server, 'sendMessage', who, { content, ...more })).messageId;
  /** Many messages, in order. */
  const sayMany = async (who: Member, count: number, word: string) => {
    for (let i = 0; i < count; i += 1) await say(who, `${word} ${i}`);
  };
  async function people() {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya' });
    const invitation = await invite(server, owner);
    return { owner, invitation, bot: await join(server, invitation, 'Bot') };
  }
  const lines = (page: Page) => page.locator('.lines > .note, .lines .prose').allInnerTexts();
  const isInSight = (page: Page, text: string) =>
    page.evaluate<boolean>(`(() => {
      const { top, bottom } = document.querySelector('.timeline').getBoundingClientRect();
      const line = [...document.querySelectorAll('.lines > li')].find((each) => each.textContent.includes(${JSON.stringify(text)}));
      const place = line?.getBoundingClientRect();
      return place !== undefined && place.top >= top - 1 && place.bottom <= bottom + 1;
    })()`);
  const toTop = (page: Page) => page.evaluate(`document.querySelector('.timeline').scrollTop = 0`);

  it('is the same for all, after a reload and for who comes late, with what happened folded', async () => {
    const { owner, invitation, bot } = await people();
    await say(owner, 'Before');
    const { page, complaints } = await enter(server, owner, desktop);
    await live(page);
    const artifactId = await createArtifact(server, bot, '# Plan');
    for (const name of ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve']) await join(server, invitation, name);
    for (const [i, who] of [bot, owner, bot].entries())
      await answer(200, server, 'writeArtifact', who, { artifactId, content: `# ${i}`, lock: 'auto', baseVersion: i + 1 });
    await answer(200, server, 'kickParticipant', owner, { participantId: bot.id });
    await say(owner, 'After');
    const late = await join(server, invitation, 'Zoe');
    await page.getByText('Zoe joined').waitFor();
    const live1 = await lines(page);
    expect(live1).toEqual([
      ...['Bot joined', 'Before', 'Bot created “Plan”', '5 joined: Ann, Ben, Cleo and 2 more'],
      ...['3 changes of “Plan” by Bot and Maya (version 4)', 'Bot was removed', 'After', 'Zoe joined'],
    ]);
    await page.reload();
    await live(page);
    await page.getByText('Zoe joined').waitFor();
    expect(await lines(page)).toEqual(live1);
    const { page: other } = await enter(server, late, phone);
    await live(other);
    await other.getByText('You joined').waitFor();
    expect((await lines(other)).slice(0, -1)).toEqual(live1.slice(0, -1));
    await expectAccessibleInBothSchemes(page);
    await expectFits(other);
    expect(complaints).toEqual([]);
  });

  it('leads with one click to the first new message, below a line, and with the next to the end', async () => {
    const { owner, bot } = await people();
    await sayMany(bot, 60, 'Old');
    const { page, complaints } = await enter(server, owner, desktop);
    await live(page);
    await page.getByText('Old 59').waitFor();
    await toTop(page);
    await page.getByRole('button', { name: /^Latest messages/ }).waitFor();
    await sayMany(bot, 80, 'New');
    await page.getByRole('button', { name: /^80 new messages/ }).click();
    await eventually(() => isInSight(page, 'New 0'));
    expect(await isInSight(page, 'New messages')).toBe(true);
    expect(await isInSight(page, 'New 79')).toBe(false);
    await page.getByRole('button', { name: /new messages/ }).click();
    await eventually(() => isInSight(page, 'New 79'));
    await page.getByRole('button', { name: /new messages/ }).waitFor({ state: 'detached' });
    // Where one is at the end, nothing is marked.
    await say(bot, 'Then');
    await eventually(() => isInSight(page, 'Then'));
    expect(await isInSight(page, 'New messages')).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('goes to the end when one sends from further up', async () => {
    const { owner, bot } = await people();
    await sayMany(bot, 60, 'Old');
    const { page } = await enter(server, owner, desktop);
    await live(page);
    await page.getByText('Old 59').waitFor();
    await toTop(page);
    await page.getByRole('button', { name: /^Latest messages/ }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('My answer');
    await page.keyboard.press('Enter');
    await eventually(() => isInSight(page, 'My answer'));
  });

  it('says how much is unread when that is not loaded, leads to its beginning, and reads nothing on the way', async () => {
    const { owner, bot } = await people();
    await say(bot, 'Seen');
    const { page, complaints } = await enter(server, owner, desktop);
    await live(page);
    await page.getByText('Seen').waitFor();
    const read = () =>
      page.evaluate<number>(
        `Math.max(...Object.entries(localStorage).flatMap(([name, kept]) => name.startsWith('parley space ') ? JSON.parse(kept).read : []))`,
      );
    await eventually(async () => (await read()) > 1);
    const before = await read();
    await page.goto('about:blank');
    for (let i = 0; i < 75; i += 1) await Promise.all(Array.from({ length: 20 }, () => say(bot, 'Missed')));
    await say(bot, 'Last of all');
    await page.goto(`${server.url}/room/${owner.spaceId}`);
    await live(page);
    await page.getByText('Last of all').waitFor();
    const pill = page.getByRole('button', { name: /^More than 1,?\d+ new messages/ });
    await pill.waitFor();
    expect(await read()).toBe(before);
    await pill.click();
    await eventually(() => isInSight(page, 'New messages'));
    expect(await isInSight(page, 'Seen')).toBe(true);
    await page.getByRole('button', { name: /new messages/ }).click();
    await eventually(() => isInSight(page, 'Last of all'));
    await eventually(async () => (await read()) > before + 1_400);
    expect(complaints).toEqual([]);
  });

  it('folds a long message, and shows all of it on request', async () => {
    const { owner, bot } = await people();
    await say(bot, Array.from({ length: 100 }, (_, i) => `Line ${i}`).join('\n'));
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    const text = page.locator('.message .prose').first();
    const height = () => text.evaluate((element) => element.parentElement!.getBoundingClientRect().height);
    const more = page.getByRole('button', { name: 'Show all' });
    await more.waitFor();
    const folded = await height();
    await expectAccessibleInBothSchemes(page);
    await more.tap();
    await page.getByRole('button', { name: 'Show less' }).waitFor();
    expect(await height()).toBeGreaterThan(3 * folded);
    await expectFits(page);
    expect(complaints).toEqual([]);
  });

  it('shows when each line was, where one points or has the focus', async () => {
    const { owner, bot } = await people();
    await say(bot, 'One');
    await say(bot, 'Two');
    const { page } = await enter(server, owner, desktop);
    await live(page);
    for (const line of [page.locator('.message.goes-on'), page.locator('.note').first()]) {
      const time = line.locator('time');
      expect(await time.isVisible()).toBe(false);
      await line.hover();
      expect(await time.isVisible()).toBe(true);
      expect(await time.getAttribute('title')).toMatch(/\d{4}.*\d+:\d\d:\d\d/);
      await page.mouse.move(0, 0);
      await line.focus();
      expect(await time.isVisible()).toBe(true);
      await line.blur();
    }
    await expectAccessibleInBothSchemes(page);
  });

  it('has the lines of one sender at one distance', async () => {
    const { owner, bot } = await people();
    for (const text of ['One', 'Two', 'Three', 'Four']) await say(bot, text);
    const { page } = await enter(server, owner, desktop);
    await live(page);
    await page.getByText('Four').waitFor();
    const tops = await page.locator('.message .prose').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    const distances = tops.slice(1).map((top, i) => Math.round(top - tops[i]!));
    expect(distances).toHaveLength(3);
    expect(new Set(distances).size).toBe(1);
  });

  it('links what one replied', async () => {
    const { owner, bot } = await people();
    const asked = await say(bot, 'Shall we?', { to: [owner.id] });
    const { page } = await enter(server, owner, desktop);
    await live(page);
    await page.getByText('Waits for your reply').waitFor();
    await say(owner, 'We shall', { replyTo: asked });
    await page.getByRole('link', { name: 'You replied' }).click();
    await page.locator('.message.found', { hasText: 'We shall' }).waitFor();
    expect(page.url()).toMatch(/#m\d+$/);
  });
});
