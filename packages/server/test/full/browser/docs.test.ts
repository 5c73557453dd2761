import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes, expectFits, phone, saidBy, visit } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

const wide = { viewport: { width: 1280, height: 800 } };
const withoutScripts = { javaScriptEnabled: false };

inChromium('the documentation', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const open = (path: string, options: object = wide) => visit(server.url + path, options);
  const field = (page: Page) => page.getByRole('combobox', { name: 'Search the documentation' });
  const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first();

  describe('search', () => {
    it('opens with / and with Ctrl-K, answers as somebody types, and leads to the chosen answer', async () => {
      const { page, complaints } = await open('/docs/rest');
      await field(page).waitFor();
      await page.keyboard.press('/');
      // At once, so that there is one question: the answers to its beginning are not those to all of it.
      await page.keyboard.insertText('how long does a lock last');
      await option(page, 'How long does a lock last?').waitFor();
      expect(await field(page).getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Escape');
      await option(page, 'lock').waitFor({ state: 'hidden' });
      await page.locator('h1').click();
      await page.keyboard.press('Control+k');
      expect(await field(page).evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
      await page.keyboard.insertText('message stream');
      await option(page, /How do I open a stream/).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      const chosen = page.getByRole('option', { selected: true });
      expect(await chosen.count()).toBe(1);
      expect(await field(page).getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
      const address = new URL((await chosen.getAttribute('href'))!, page.url()).href;
      await page.keyboard.press('Enter');
      await page.waitForURL(address);
      expect(complaints).toEqual([]);
    });

    it('moves from the first answer to the last with ArrowUp', async () => {
      const { page } = await open('/docs/rest');
      await field(page).fill('lock');
      await option(page, /lock/).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      const answers = page.getByRole('option');
      expect(await answers.last().getAttribute('aria-selected')).toBe('true');
    });

    it('writes a slash into a field instead of opening', async () => {
      const { page } = await open('/docs/rest');
      await field(page).fill('a');
      await page.keyboard.type('/b');
      expect(await field(page).inputValue()).toBe('a/b');
    });

    it.each([
      ['xyzzy plugh frobnicate', 'No good answer. Try other words.', 0],
      ['artif', 'No good answer. This comes closest:', 1],
    ])('says that “%s” has no good answer', async (question, text, answers) => {
      const { page } = await open('/docs/rest');
      await field(page).fill(question);
      await page.getByRole('status').filter({ hasText: text }).waitFor();
      expect(Math.min(await page.getByRole('option').count(), 1)).toBe(answers);
    });

    it('shows the answers to the last question only, however late those to earlier ones come', async () => {
      const { page, complaints } = await open('/docs/rest');
      const asked: string[] = [];
      let goOn = () => {};
      const late = new Promise<void>((resolve) => (goOn = resolve));
      await page.route('**/ask?*', async (route) => {
        const query = new URL(route.request().url()).searchParams.get('query')!;
        asked.push(query);
        if (query === 'lock') await late;
        // The page has given up waiting for the first.
        await route.continue().catch(() => undefined);
      });
      await field(page).fill('lock');
      await expect.poll(() => asked).toEqual(['lock']);
      await field(page).fill('how do I back up');
      await option(page, /back up and restore/).waitFor();
      goOn();
      await page.waitForTimeout(200);
      await option(page, /back up and restore/).waitFor();
      expect(asked).toEqual(['lock', 'how do I back up']);
      expect(complaints).toEqual([]);
    });

    it('says that the server cannot be reached, and asks again', async () => {
      const { page } = await open('/docs/rest');
      await page.context().setOffline(true);
      await field(page).fill('lock');
      await page.getByRole('status').filter({ hasText: 'The server cannot be reached.' }).waitFor();
      expect(await page.getByRole('option').count()).toBe(0);
      await page.context().setOffline(false);
      await field(page).fill('locks');
      await option(page, /lock/).waitFor();
    });

    it('leads to a page of answers with Enter', async () => {
      const { page, complaints } = await open('/docs/rest');
      await field(page).fill('how do I back up');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Search' }).waitFor();
      expect(page.url()).toContain('/ask?query=how+do+I+back+up');
      await page.getByRole('link', { name: /back up and restore/ }).click();
      await page.waitForURL(`${server.url}/docs/self-hosting#how-do-i-back-up-and-restore`);
      expect(complaints).toEqual([]);
    });

    it('finds operations, and leads to them in the API reference', async () => {
      const { page } = await open('/docs/rest');
      await field(page).fill('rebaseProposal');
      await option(page, /^rebaseProposal/).click();
      await page.waitForURL(`${server.url}/docs/api/proposals#rebaseProposal`);
      expect(await page.locator(':target').textContent()).toContain('proposal');
    });
  });

  it('marks the section that is being read, and links every heading to itself', async () => {
    const { page, complaints } = await open('/docs/rest', { viewport: { width: 1440, height: 800 } });
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const current = contents.locator('[aria-current]');
    const [first, second] = [contents.getByRole('link').first(), contents.getByRole('link').nth(1)];
    await expect.poll(() => current.textContent()).toBe(await first.textContent());
    await second.click();
    await expect.poll(() => current.textContent()).toBe(await second.textContent());
    const heading = page.getByRole('heading', { name: (await second.textContent())! });
    const { y } = (await heading.boundingBox())!;
    expect(y).toBeGreaterThan(56);
    expect(y).toBeLessThan(120);
    await page.evaluate('history.replaceState(null, "", location.pathname)');
    await heading.getByRole('link').click();
    expect(new URL(page.url()).hash).toBe(await second.getAttribute('href'));
    expect(complaints).toEqual([]);
  });

  it('shows the current page in a long navigation, beside the text and as a drawer', async () => {
    for (const options of [{ viewport: { width: 1280, height: 740 } }, phone]) {
      const { page } = await open('/docs/api/objects', options);
      const menu = page.locator('.pages summary');
      if (await menu.isVisible()) await menu.click();
      const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Objects' });
      await expect.poll(async () => (await link.boundingBox())!.y).toBeLessThan(740);
      expect(await page.evaluate('scrollY')).toBe(0);
    }
  });

  it('copies code exactly as it is', async () => {
    const { page, complaints } = await open('/docs/quick-start', { ...wide, permissions: ['clipboard-read', 'clipboard-write'] });
    const block = page.locator('figure.code').filter({ hasText: 'INVITATION=' }).first();
    const copy = block.getByRole('button', { name: 'Copy the code' });
    const said = await saidBy(copy);
    await copy.click();
    await expect.poll(said).toContain('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe((await block.locator('code').textContent())!.trimEnd());
    await block.getByRole('button', { name: 'Copy the code' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows the navigation as a drawer on a phone, which Escape and a press beside it close', async () => {
    const { page, complaints } = await open('/docs/quick-start', phone);
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Streaming' });
    const menu = page.locator('.pages summary');
    expect(await link.isVisible()).toBe(false);
    await menu.click();
    await link.waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    expect(await menu.evaluate((summary) => summary === summary.ownerDocument.activeElement)).toBe(true);
    await menu.click();
    await page.touchscreen.tap(20, 400);
    await link.waitFor({ state: 'hidden' });
    await menu.click();
    await link.click();
    await page.waitForURL(`${server.url}/docs/streaming`);
    expect(complaints).toEqual([]);
  });

  it('scrolls tables and code inside, on a phone', async () => {
    for (const path of ['/docs/limits', '/docs/sdk', '/docs/api', '/docs/api/artifacts', '/docs/api/objects']) {
      const { page } = await open(path, phone);
      await expectFits(page);
    }
  });

  it('leads to the app and from the app, and from the guide through the reference', async () => {
    const { page, complaints } = await open('');
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('heading', { name: 'Documentation' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^API reference/ })
      .click();
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
    expect(await page.title()).toBe('API reference · Parley');
    await page.getByRole('link', { name: 'Send a message' }).click();
    await page.getByRole('heading', { name: 'Send a message' }).waitFor();
    await page.getByRole('link', { name: 'SendMessageResult' }).first().click();
    await page.waitForURL(`${server.url}/docs/api/objects#SendMessageResult`);
    await page.getByRole('link', { name: 'Open the app' }).click();
    await page.getByRole('button', { name: 'Create the space' }).waitFor();
    expect(complaints).toEqual([]);
  });

  describe('without scripts', () => {
    it('is searched by a form', async () => {
      const { page } = await open('/docs/rest', { ...wide, ...withoutScripts });
      await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('how do I back up');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: /back up and restore/ }).click();
      await page.waitForURL(`${server.url}/docs/self-hosting#how-do-i-back-up-and-restore`);
      expect(await page.locator(':target').isVisible()).toBe(true);
    });

    it('shows code in colours, the navigation and the contents', async () => {
      const { page } = await open('/docs/quick-start', { ...wide, ...withoutScripts });
      await page.locator('.hljs-string').first().waitFor();
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Streaming' }).click();
      await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first().click();
      expect(new URL(page.url()).hash).not.toBe('');
    });

    it('reaches the navigation by keyboard', async () => {
      const { page } = await open('/docs/quick-start', { ...wide, ...withoutScripts });
      for (const name of ['Skip to the content', 'Parley Docs', 'Search', 'Open the app', 'Quick start', 'Concepts']) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus');
        expect((await focused.getAttribute('placeholder')) ?? (await focused.textContent())).toBe(name);
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(`${server.url}/docs/concepts`);
    });

    it('opens the drawer on a phone', async () => {
      const { page } = await open('/docs/quick-start', { ...phone, ...withoutScripts });
      const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Streaming' });
      expect(await link.isVisible()).toBe(false);
      await page.locator('.pages summary').click();
      await link.click();
      await page.waitForURL(`${server.url}/docs/streaming`);
    });
  });

  it.each(['/docs/api', '/docs/api/objects'])('axe finds nothing wrong with %s', async (path) => {
    const { page } = await open(path);
    await expectAccessible(page);
  });

  const looks = [
    ['a phone', phone],
    ['a desktop', wide],
  ] as const;

  describe.each(looks)('axe finds nothing wrong on %s, light and dark, with', (_device, device) => {
    it.each(['/docs', '/docs/quick-start', '/docs/api/messages', '/nothing'])('%s', async (path) => {
      const { page } = await open(path, device);
      await expectAccessibleInBothSchemes(page);
      await expectFits(page);
    });

    it.each(['how do I lock', 'xyzzy plugh'])('the answers to “%s”, and the search itself', async (query) => {
      const { page, complaints } = await open(`/ask?${new URLSearchParams({ query })}`, device);
      await expectAccessibleInBothSchemes(page);
      await page.goto(`${server.url}/docs/streaming`);
      await field(page).fill('lock');
      await option(page, /lock/).waitFor();
      await page.keyboard.press('ArrowDown');
      await expectAccessibleInBothSchemes(page);
      await expectFits(page);
      expect(complaints).toEqual([]);
    });
  });

  it('axe finds nothing wrong with the drawer, light and dark', async () => {
    const { page } = await open('/docs/streaming', phone);
    await page.locator('.pages summary').click();
    await expectAccessibleInBothSchemes(page);
  });
});
