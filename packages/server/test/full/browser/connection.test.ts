import { answer, openSpace } from '@parley/testing';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, live } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('the state of the connection', () => {
  const server = inject('server');
  afterEach(() => closePages());

  it('is offline while the network is lost, and live when it is back with all that was said', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const { page } = await enter(server, owner);
    await live(page);
    await page.context().setOffline(true);
    await page.getByText('Offline', { exact: true }).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    await page.getByLabel('Message', { exact: true }).fill('From the tunnel');
    await page.keyboard.press('Enter');
    await answer(200, server, 'sendMessage', owner, { content: 'Said meanwhile' });
    await page.context().setOffline(false);
    await live(page);
    for (const text of ['Said meanwhile', 'From the tunnel']) await page.locator('.message', { hasText: text }).waitFor();
    expect(await page.locator('.message').count()).toBe(2);
  });

  it('is offline within three seconds if the service does not answer', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const { page } = await enter(server, owner);
    await live(page);
    await page.route('**/livez', () => {
      // It is never answered.
    });
    await page.evaluate(`let isThere = true;
      Object.defineProperty(navigator, 'onLine', { get: () => isThere });
      window.lose = () => new Promise((resolve) => {
        const begun = performance.now();
        const state = document.querySelector('.connection');
        const look = new MutationObserver(() => {
          if (state.textContent !== 'Offline') return;
          look.disconnect();
          resolve(performance.now() - begun);
        });
        look.observe(state, { childList: true, characterData: true, subtree: true });
        isThere = false;
        dispatchEvent(new Event('offline'));
      });
      window.find = () => {
        isThere = true;
        dispatchEvent(new Event('online'));
      }`);
    // A machine can stand still.
    for (let tries = 1; ; tries += 1) {
      const ms = await page.evaluate<number>('lose()');
      if (ms <= 3_000) break;
      expect(tries).toBeLessThan(10);
      await page.evaluate('find()');
      await live(page);
    }
  });

  it('stays live without a network as long as the service answers, as one on the same machine does', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const { page } = await enter(server, owner);
    await live(page);
    await page.evaluate(`Object.defineProperty(navigator, 'onLine', { get: () => false })`);
    const asked = page.waitForResponse(/\/livez$/);
    await page.evaluate(`dispatchEvent(new Event('offline'))`);
    await asked;
    await answer(200, server, 'sendMessage', owner, { content: 'Said without a network' });
    await page.locator('.message', { hasText: 'Said without a network' }).waitFor();
    await live(page);
  });
});
