import { answer, createArtifact, invite, join, openSpace } from '@parley/testing';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectFits, live } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);

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
    const bot = await join(server, await invite(server, owner), 'Bot');
    for (let i = 0; i < 12; i += 1) await answer(200, server, 'sendMessage', bot, { content: `Question ${i}`, to: [owner.id] });
    const { page } = await enter(server, owner, { viewport });
    await live(page);
    await page.locator('.message').first().waitFor();
    await page.getByRole('button', { name: '12 wait for you' }).waitFor();
    const { height } = (await page.getByRole('group', { name: 'Messages' }).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(viewport.height / 2);
    // Also beside what waits, the name of the room says which one it is.
    const name = page.getByRole('heading', { name: 'Launch of the second release' });
    const { scrollWidth, clientWidth } = await name.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect(clientWidth).toBeGreaterThanOrEqual(viewport.width > 400 ? scrollWidth : 80);
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

  it('does not cover the changes of a proposal with what one can do about them', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const artifactId = await createArtifact(server, owner, lines.join('\n'));
    const eve = await join(server, await invite(server, owner), 'Eve');
    const content = lines.with(2, 'three').with(15, 'sixteen').join('\n');
    const { proposalId } = await answer(200, server, 'createProposal', eve, { artifactId, baseVersion: 1, content });
    const viewport = { width: 340, height: 212 };
    const { page } = await enter(server, owner, { viewport });
    await page.goto(`${server.url}/room/${owner.spaceId}#artifact-${artifactId}/proposal/${proposalId}`);
    const accept = page.getByRole('button', { name: 'Accept all 2 changes' });
    await accept.waitFor();
    expect((await accept.boundingBox())!.y).toBeGreaterThan(viewport.height);
    await accept.scrollIntoViewIfNeeded();
    await expectFits(page);
  });
});
