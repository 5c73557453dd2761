import { answer, join as joinAs, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { enter, invitation, live } from '../../browser/app.ts';
import { inChromium } from '../../browser/browsers.ts';

const count = 700;
const earliest = 40;
const text = (i: number): string => `Message ${i}: ${'some words and **bold** text. '.repeat(1 + (i % 7))}`;

/** What is painted in each of some frames: the place of every visible line, by its id. */
interface Frame {
  lines: Record<string, number>;
}

/** Runs in the page: acts, and then looks after each paint. */
const watching = (act: string) => `(async () => {
  const log = document.querySelector('.timeline');
  const seen = () => {
    const { top, bottom } = log.getBoundingClientRect();
    const isIn = (element) => element.getBoundingClientRect().bottom > top && element.getBoundingClientRect().top < bottom;
    const pages = [...log.querySelectorAll('.lines')].filter(isIn);
    const lines = pages.flatMap((page) => [...page.children]).filter((line) => line.id && isIn(line));
    return Object.fromEntries(lines.map((line) => [line.id, line.getBoundingClientRect().top]));
  };
  const frames = [];
  ${act};
  for (let i = 0; i < 20; i += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    }));
    frames.push({ lines: seen() });
  }
  return frames;
})()`;

/** How far a line moved that was visible in two frames after each other. */
const farthest = (frames: readonly Frame[]): number =>
  Math.max(
    0,
    ...frames.slice(1).flatMap(({ lines }, i) =>
      Object.entries(lines).flatMap(([id, top]) => {
        const before = frames[i]!.lines[id];
        return before === undefined ? [] : [Math.abs(top - before)];
      }),
    ),
  );

inChromium('a long conversation', () => {
  const server = inject('server');
  let page: Page;
  let owner: Member;
  let bot: Member;
  const watch = (act: string) => page.evaluate<Frame[]>(watching(act));

  beforeAll(async () => {
    owner = await openSpace(server, { name: 'Long talk', ownerName: 'Maya' });
    const { spaceId, key } = await invitation(server, owner);
    bot = await joinAs(server, { spaceId, key }, 'Bot');
    for (let i = 0; i < count; i += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, j) =>
          answer(200, server, 'sendMessage', (i + j) % 3 ? bot : owner, { content: text(i + j) }),
        ),
      );
    }
    ({ page } = await enter(server, owner, { viewport: { width: 1024, height: 700 } }));
    await live(page);
    await page.goto(`${server.url}/room/${spaceId}#m${earliest}`);
    await page.locator(`#m${earliest}:focus`).waitFor();
  });

  it('shows what a jump comes to in the first frame, and no line moves afterwards', async () => {
    for (const part of [0.6, 0.2, 0.95, 0.4, 0.75, 0.1, 0.5, 0.85, 0.3]) {
      const frames = await watch(`log.scrollTop = (log.scrollHeight - log.clientHeight) * ${part}`);
      expect(Object.keys(frames[0]!.lines).length, `at ${part}`).toBeGreaterThan(3);
      expect(farthest(frames), `at ${part}`).toBeLessThan(1);
    }
  });

  it('has only the lines near what is visible in the page', async () => {
    for (const part of [0.5, 0.1, 1, 0.3]) {
      await watch(`log.scrollTop = (log.scrollHeight - log.clientHeight) * ${part}`);
      expect(await page.locator('.lines > li').count(), `at ${part}`).toBeLessThan(200);
      expect(await page.evaluate('document.querySelectorAll("*").length'), `at ${part}`).toBeLessThan(3_000);
    }
  });

  it('has lines wherever one scrolls with the wheel, and none of them moves by itself', async () => {
    await watch('log.scrollTop = log.scrollHeight');
    await page.getByRole('group', { name: 'Messages' }).hover();
    for (let i = 0; i < 12; i += 1) {
      await page.mouse.wheel(0, -500);
      const frames = await watch('');
      expect(Object.keys(frames.at(-1)!.lines).length, `after ${i}`).toBeGreaterThan(3);
      expect(farthest(frames.slice(-5)), `after ${i}`).toBeLessThan(1);
    }
  });

  it('does not move the line that is read while 250 messages come', async () => {
    const [before] = (await watch('log.scrollTop = (log.scrollHeight - log.clientHeight) / 2')).slice(-1);
    const height = () => page.evaluate<number>('document.querySelector(".timeline").scrollHeight');
    const heightBefore = await height();
    for (let sample = 0; sample < 12; sample += 1) {
      await Promise.all(Array.from({ length: 21 }, (_, i) => answer(200, server, 'sendMessage', bot, { content: text(i) })));
      const [frame] = (await watch('')).slice(-1);
      expect(frame, `sample ${sample}`).toEqual(before);
    }
    expect(await height()).toBeGreaterThan(heightBefore);
  });

  it('walks on from the message that has the focus, also while it is out of sight', async () => {
    const focused = () => page.evaluate<string>('document.activeElement.id');
    // They are on different pages.
    for (const [key, from, next] of [
      ['k', 320, 319],
      ['j', 319, 320],
    ] as const) {
      await page.evaluate(`location.hash = '#m${from}'`);
      await page.locator(`#m${from}:focus`).waitFor();
      await watch('log.scrollTop = log.scrollHeight');
      await page.keyboard.press(key);
      expect(await focused()).toBe(`m${next}`);
    }
  });

  it('keeps open what somebody has opened, also while it is out of sight', async () => {
    await page.evaluate(`location.hash = '#m200'`);
    const menu = page.locator('#m200 .menu-toggle');
    await menu.click();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await watch('log.scrollTop = log.scrollHeight');
    await watch('log.scrollTop = 0');
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
  });

  it('shows the message of a link at its place in the first frame', async () => {
    const sequence = 333;
    await watch('log.scrollTop = log.scrollHeight');
    const frames = await watch(`location.hash = '#m${sequence}'`);
    const places = frames.flatMap(({ lines }) => (`m${sequence}` in lines ? [Math.round(lines[`m${sequence}`]!)] : []));
    expect(places.length).toBeGreaterThan(5);
    expect([...new Set(places)]).toHaveLength(1);
  });

  it('goes to the end and to the start with one key, and stays there', async () => {
    const log = page.getByRole('group', { name: 'Messages' });
    const isShown = (line: string) =>
      page.evaluate<boolean>(`(() => {
        const { top, bottom } = document.querySelector('.timeline').getBoundingClientRect();
        const line = ${line}.getBoundingClientRect();
        return line.top >= top && line.bottom <= bottom;
      })()`);
    await log.focus();
    await page.keyboard.press('End');
    expect(farthest(await watch(''))).toBe(0);
    expect(await isShown(`[...document.querySelectorAll('li.message')].at(-1)`)).toBe(true);
    // At the start earlier messages are loaded above what is shown.
    for (let more = true; more;) {
      await page.keyboard.press('Home');
      expect(farthest(await watch(''))).toBeLessThan(1);
      expect(await page.evaluate('document.querySelector(".timeline").scrollTop')).toBeLessThan(10_000);
      more = await page.getByRole('button', { name: 'Earlier messages' }).isVisible();
    }
    await page.keyboard.press('Home');
    expect(farthest(await watch(''))).toBe(0);
    expect(await isShown(`document.querySelector('li.message')`)).toBe(true);
  });
});

inChromium('a room in which 4,500 lines came', () => {
  const server = inject('server');

  it('has at most 3,000 elements and 15 MB, at its end and further up', async () => {
    const owner = await openSpace(server, { name: 'Busy', ownerName: 'Maya', agentBudget: null });
    const { spaceId, key } = await invitation(server, owner);
    const bots = await Promise.all(Array.from({ length: 10 }, (_, i) => joinAs(server, { spaceId, key }, `Bot ${i}`)));
    const { page } = await enter(server, owner, { viewport: { width: 1360, height: 850 } });
    await live(page);
    for (let i = 0; i < 4_500; i += 10)
      await Promise.all(bots.map((bot, j) => answer(200, server, 'sendMessage', bot, { content: text(i + j) })));
    await page.locator('.message', { hasText: 'Message 4499' }).waitFor();
    const browser = await page.context().newCDPSession(page);
    const heap = async () => {
      await browser.send('HeapProfiler.collectGarbage');
      return (await browser.send('Runtime.getHeapUsage')).usedSize / 1_048_576;
    };
    for (const part of [1, 0.5, 0.1]) {
      await page.evaluate(watching(`log.scrollTop = log.scrollHeight * ${part}`));
      const elements = await page.evaluate<number>('document.querySelectorAll("*").length');
      expect(elements, `at ${part}`).toBeLessThanOrEqual(3_000);
      // What the last frames used can be collected later.
      await expect.poll(heap, { message: `at ${part}` }).toBeLessThanOrEqual(15);
      process.stderr.write(`4,500 lines, at ${part}: ${elements} elements, ${(await heap()).toFixed(1)} MB\n`);
    }
  });
});
