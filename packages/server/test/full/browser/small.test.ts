import { answer, openSpace } from '@parley/testing';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectFits, live } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('a small screen', () => {
  const server = inject('server');
  afterEach(() => closePages());

  it.each([
    ['four times as large', { width: 340, height: 212 }],
    ['a phone in landscape', { width: 844, height: 390 }],
    ['a small phone in landscape', { width: 667, height: 375 }],
  ])('leaves at least half of its height to the messages: %s', async (_, viewport) => {
    const owner = await openSpace(server, { name: 'Launch of the second release', ownerName: 'Maya' });
    await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
    const { page } = await enter(server, owner, { viewport });
    await live(page);
    await page.locator('.message').first().waitFor();
    const { height } = (await page.getByRole('group', { name: 'Messages' }).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(viewport.height / 2);
    await expectFits(page);
    await expectAccessible(page);
    // What else a message can have is behind one button.
    expect(await page.getByText('Attach files').count()).toBe(0);
    await page.getByRole('button', { name: 'Add to the message' }).click();
    await page.getByText('Attach files').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Direct to…' }).click();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('@');
    await page.getByText('Attach files').waitFor({ state: 'detached' });
  });
});
