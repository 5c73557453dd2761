import { answer, createArtifact, invite, join, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, isInSight as isImageInSight, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';
import { eventually } from '../../eventually.ts';

const desktop = { viewport: { width: 1280, height: 800 } };
/** An image of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

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

  it('goes to the end when one sends a message, a reply or an image from further up', async () => {
    const { owner, bot } = await people();
    await sayMany(bot, 60, 'Old');
    const { page } = await enter(server, owner, desktop);
    await live(page);
    await page.getByText('Old 59').waitFor();
    const field = page.getByRole('textbox', { name: 'Message' });
    const leave = async () => {
      await toTop(page);
      await page.getByRole('button', { name: /^Latest messages/ }).waitFor();
    };
    await leave();
    await field.fill('My answer');
    await page.keyboard.press('Enter');
    await eventually(() => isInSight(page, 'My answer'));
    await leave();
    const first = page.locator('.message', { hasText: /^\W*Bot.*Old 0/s }).first();
    await first.hover();
    await first.getByRole('button', { name: /^Actions/ }).click();
    await first.getByRole('button', { name: 'Reply' }).click();
    await field.fill('My reply');
    await page.keyboard.press('Enter');
    await eventually(() => isInSight(page, 'My reply'));
    await leave();
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob('${pixel}'), (each) => each.charCodeAt(0));
      clipboardData.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
      document.querySelector('#text').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await page.getByRole('button', { name: 'Send' }).click();
    const image = page.locator('.message').getByRole('img', { name: 'Image in this message' });
    await eventually(async () => (await image.count()) === 1 && isImageInSight(image));
    // It is seen as large as the page.
    await image.click();
    await page.getByRole('dialog').getByRole('img', { name: 'Image in this message, enlarged' }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
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
    await page.getByText('Last of all', { exact: true }).waitFor();
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

  it('links each message by its time', async () => {
    const { owner, bot } = await people();
    await say(bot, 'One');
    const { page } = await enter(server, owner, desktop);
    await live(page);
    await page.locator('.message .who a.time').click();
    await page.locator('.message.found', { hasText: 'One' }).waitFor();
    expect(page.url()).toMatch(/#m\d+$/);
  });

  it('shows what a link into the room leads to, and asks nobody about other links', async () => {
    const { owner, bot } = await people();
    await say(bot, 'The plan is **ready**');
    const artifactId = await createArtifact(server, bot, '# Plan');
    const { messages } = await answer(200, server, 'listMessages', owner, {});
    const place = `${server.url}/room/${owner.spaceId}#`;
    const links = [`${place}m${messages[0]!.sequence}`, `${place}artifact-${artifactId}/edit`, 'https://other.example/page'];
    await say(owner, `See ${links.join(' and ')}`);
    const asked: string[] = [];
    const { page, complaints } = await enter(server, owner, desktop, async (each) => {
      each.on('request', (request) => void asked.push(new URL(request.url()).origin));
    });
    await live(page);
    const shown = page.locator('.message', { hasText: 'See' }).locator('a.quote');
    await shown.nth(1).waitFor();
    expect(await shown.allInnerTexts()).toEqual([
      expect.stringMatching(/Bot The plan is ready$/),
      expect.stringMatching(/Plan$/),
    ]);
    // A text does not decide that somebody begins to write.
    expect(await shown.nth(1).getAttribute('href')).toBe(`#artifact-${artifactId}`);
    await shown.first().click();
    await page.locator('.message.found', { hasText: 'The plan is ready' }).waitFor();
    await expectAccessibleInBothSchemes(page);
    expect([...new Set(asked)]).toEqual([server.url]);
    expect(complaints).toEqual([]);
  });

  it('shows the button of a menu where one points or has the focus, and always where one touches', async () => {
    const { owner, bot } = await people();
    for (const text of ['One', 'Two']) await say(bot, text);
    const opacities = (page: Page) =>
      page.locator('.menu-toggle').evaluateAll((all) => all.map((each) => getComputedStyle(each).opacity));
    const { page } = await enter(server, owner, desktop);
    await live(page);
    await page.getByText('Two').waitFor();
    await page.mouse.move(0, 0);
    expect(await opacities(page)).toEqual(['0', '0']);
    await page.getByText('Two').hover();
    expect(await opacities(page)).toEqual(['0', '1']);
    await page.locator('.message').first().focus();
    await page.mouse.move(0, 0);
    expect(await opacities(page)).toEqual(['1', '0']);
    const { page: pocket } = await enter(server, owner, phone);
    await live(pocket);
    await pocket.getByText('Two').waitFor();
    expect(await opacities(pocket)).toEqual(['1', '1']);
  });

  it('leaves messages nearly all of the width of a phone, and says how much is new in one line', async () => {
    const { owner, bot } = await people();
    await sayMany(bot, 30, 'Some words that fill a line of a phone, and then some more of them,');
    const { page } = await enter(server, owner, { ...phone, viewport: { width: 390, height: 844 } });
    await live(page);
    const text = page.locator('.message .prose').last();
    await text.waitFor();
    expect((await text.boundingBox())!.width).toBeGreaterThanOrEqual(320);
    await toTop(page);
    await page.getByRole('button', { name: /^Latest messages/ }).waitFor();
    await Promise.all(Array.from({ length: 120 }, () => say(bot, 'New')));
    const pill = page.getByRole('button', { name: '120 new messages' });
    await pill.waitFor();
    const lines = await pill.evaluate((it) => {
      const range = it.ownerDocument.createRange();
      range.selectNodeContents(it);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 10))).size;
    });
    expect(lines).toBe(1);
    await expectFits(page);
  });

  it('says of a message that is nested too deeply that it is not formatted', async () => {
    const { owner, bot } = await people();
    await say(bot, `# Title\n\n${'> '.repeat(100)}deep`);
    const { page, complaints } = await enter(server, owner, desktop);
    await live(page);
    await page.locator('.message').getByText('Not all of this is formatted').waitFor();
    await page.locator('.message').getByText('deep').first().waitFor();
    await expectAccessibleInBothSchemes(page);
    expect(complaints).toEqual([]);
  });

  it('draws what comes fast five times a second', async () => {
    const { owner, bot } = await people();
    await answer(200, server, 'updateSpace', owner, { agentBudget: null });
    const { page } = await enter(server, owner, desktop);
    await live(page);
    await say(bot, 'First');
    await page.getByText('First', { exact: true }).waitFor();
    // What changes within 50 ms is one drawing.
    await page.evaluate(`window.drawn = [];
      new MutationObserver(() => {
        const now = performance.now();
        if (!(now - drawn.at(-1) < 50)) drawn.push(now);
      }).observe(document.querySelector('.pages'), { childList: true, subtree: true })`);
    const begun = Date.now();
    for (let i = 0; Date.now() - begun < 5_000; i += 1) await say(bot, `Fast ${i}`);
    await say(bot, 'Last of all');
    await page.getByText('Last of all', { exact: true }).waitFor();
    const drawn = await page.evaluate<number[]>('drawn');
    const lasted = drawn.at(-1)! - drawn[0]!;
    // Ten can come one by one at the start.
    expect(drawn.length).toBeLessThanOrEqual(12 + lasted / 200);
  });

  it('has the shape of messages until they are there, and loads what is around them afterwards', async () => {
    const { owner, bot } = await people();
    await say(bot, 'One');
    let show = () => {};
    const shown = new Promise<void>((resolve) => (show = resolve));
    const asked: string[] = [];
    const { page } = await enter(server, owner, desktop, async (each) => {
      each.on('request', (request) => void asked.push(request.url()));
      await each.route('**/events?*', async (route) => {
        await shown;
        await route.continue();
      });
    });
    const shape = () => page.locator('.pages').evaluate((it) => getComputedStyle(it).backgroundImage);
    await page.getByText('Connecting…').waitFor();
    expect(await shape()).toContain('gradient');
    await expectAccessibleInBothSchemes(page);
    const placeOf = (part: string) => asked.findIndex((url) => url.includes(part));
    expect(placeOf('/events?')).toBeLessThan(placeOf('/assets/formatted-'));
    expect(asked.filter((url) => url.includes('/sidebar-'))).toEqual([]);
    show();
    await page.getByText('One').waitFor();
    await page.getByRole('complementary').waitFor();
    expect(await shape()).toBe('none');
  });

  it('fills a window that is higher than what is loaded first', async () => {
    const { owner, bot } = await people();
    await sayMany(bot, 80, 'Short');
    const { page } = await enter(server, owner, { viewport: { width: 1280, height: 2160 } });
    await live(page);
    await page.getByText('Short 79', { exact: true }).waitFor();
    await eventually(async () => (await page.locator('.timeline .message').count()) > 50);
    await toTop(page);
    await page.getByText('Short 0', { exact: true }).waitFor();
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

  it('has a long name beside its sign', async () => {
    const { owner, invitation } = await people();
    await say(await join(server, invitation, 'A name that is too long for one line of a small phone'), 'Hello');
    const { page } = await enter(server, owner, phone);
    await live(page);
    const who = page.locator('.message .who').last();
    await who.waitFor();
    const [sign, name] = [(await who.getByRole('img').boundingBox())!, (await who.locator('bdi').boundingBox())!];
    expect(name.height).toBeGreaterThan(30);
    expect(sign.x + sign.width).toBeLessThanOrEqual(name.x);
    expect(sign.y).toBeLessThan(name.y + name.height);
    await expectFits(page);
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
