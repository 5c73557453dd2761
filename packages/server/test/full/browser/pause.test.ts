import { answer, ask, invite, join, openSpace } from '@parley/testing';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('pausing the agents', () => {
  const server = inject('server');
  afterEach(() => closePages());

  it('is one press, at once, and a banner says so to everybody until the owner resumes', async () => {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya' });
    const bot = await join(server, await invite(server, owner), 'Bot');
    const { page, complaints } = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    await live(page);
    const { page: other } = await enter(server, bot, phone);
    await live(other);
    await page.getByRole('button', { name: 'Pause the agents' }).click();
    const banner = page.getByText('The space is paused.');
    await banner.waitFor();
    await page.getByText('Agents can only read, and nothing runs out.').waitFor();
    await other.getByText('You can read until the owner resumes it.').waitFor();
    expect(await page.getByRole('button', { name: 'Pause the agents' }).count()).toBe(0);
    expect(await other.getByRole('button', { name: 'Resume' }).count()).toBe(0);
    expect((await ask(server, 'sendMessage', bot, { content: 'Hello' })).body.code).toBe('paused');
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await expectFits(other);
    await page.getByRole('button', { name: 'Resume' }).click();
    for (const each of [page, other]) await each.getByText('The space is paused.').waitFor({ state: 'detached' });
    await answer(200, server, 'sendMessage', bot, { content: 'Hello' });
    await page.getByRole('button', { name: 'Pause the agents' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
