import { answer, createArtifact, invite, join, openSpace } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectAccessibleInBothSchemes, expectFits, isInSight, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('what waits for somebody in a room', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const wide = { viewport: { width: 1360, height: 850 } };
  const pill = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text });
  const line = (page: Page, text: string) => page.locator('.timeline .message', { hasText: text }).first();

  /** A question, an acknowledgement, a decision, a proposal and a task wait for the owner, and then much is said. */
  async function busy(messages: number) {
    const owner = await openSpace(server, { name: 'Launch', ownerName: 'Olga', isHuman: true, agentBudget: null });
    const bot = await join(server, await invite(server, owner), 'Bot');
    const say = (content: string, more = {}) => answer(200, server, 'sendMessage', bot, { content, ...more });
    await say('Which day?', { to: [owner.id] });
    await say('Read the plan', { to: [owner.id], expects: 'ack' });
    await answer(200, server, 'createDecision', bot, { title: 'Ship it?' });
    const artifactId = await createArtifact(server, owner, 'A plan');
    await answer(200, server, 'createProposal', bot, { artifactId, baseVersion: 1, append: '\nMore', note: 'Why not' });
    const { taskId } = await answer(200, server, 'createTask', owner, { title: 'Bake', text: 'A cake' });
    await answer(200, server, 'claimTask', bot, { taskId });
    await answer(200, server, 'submitTask', bot, { taskId, evidence: { note: 'It is in the oven' } });
    for (let i = 0; i < messages; i += 1) await say(`Message ${i}`);
    return { owner, bot };
  }

  it('is counted in the header and the title, and each click leads to where the next is answered', async () => {
    const { owner } = await busy(30);
    const { page, complaints } = await enter(server, owner, wide);
    await live(page);
    await pill(page, '5 wait for you').waitFor();
    expect(await page.title()).toContain('5 wait · Launch');
    const listed = page.getByRole('region', { name: /Waits for you/ });
    await listed.getByText('Which day?').waitFor();
    expect(await listed.getByRole('listitem').count()).toBe(5);
    await expectAccessibleInBothSchemes(page);

    await pill(page, '5 wait for you').click();
    await expect.poll(() => isInSight(line(page, 'Which day?'))).toBe(true);
    await line(page, 'Which day?').getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('Tuesday');
    await page.keyboard.press('Enter');
    await pill(page, '4 wait for you').click();
    // What is expected is the highlighted button.
    expect(await line(page, 'Read the plan').locator('.actions button:not(.quiet)').allInnerTexts()).toEqual(['Done']);
    await line(page, 'Read the plan').getByRole('button', { name: 'Done' }).click();
    await pill(page, '3 wait for you').click();
    await line(page, 'Ship it?').getByRole('button', { name: 'Approve' }).click();
    await pill(page, '2 wait for you').click();
    await page
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click();
    await pill(page, '1 waits for you').click();
    await page.getByRole('heading', { name: 'Bake' }).waitFor();
    await page
      .getByRole('button', { name: /^Verify/ })
      .first()
      .click();
    await pill(page, 'waits for you').waitFor({ state: 'detached' });
    expect(await page.title()).not.toContain('wait');
    expect(complaints).toEqual([]);
  });

  it('is right again after it could not be read', async () => {
    const { owner } = await busy(0);
    const { page } = await enter(server, owner, wide);
    await pill(page, '5 wait for you').waitFor();
    let failed = 0;
    await page.route('**/deliveries?*', (route) => {
      if (failed === 4) return route.continue();
      failed += 1;
      return route.abort();
    });
    await line(page, 'Read the plan').getByRole('button', { name: 'Done' }).click();
    await pill(page, '4 wait for you').waitFor();
    expect(failed).toBe(4);
  });

  it('is the same in the inbox, which the room links to', async () => {
    const { owner, bot } = await busy(3);
    const { taskId } = await answer(200, server, 'createTask', bot, { title: 'Write', text: 'The report' });
    await answer(200, server, 'claimTask', owner, { taskId });
    const { page } = await enter(server, owner, wide);
    await live(page);
    await pill(page, '6 wait for you').waitFor();
    const listed = page.getByRole('region', { name: 'Waits for you 6' });
    expect(await listed.getByRole('listitem').count()).toBe(5);
    await listed.getByRole('button', { name: 'Show all 6' }).click();
    expect(await listed.getByRole('listitem').count()).toBe(6);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Inbox of all spaces' }).click();
    await page.getByText('6 things wait for you.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open the task' }).click();
    await page.getByRole('heading', { name: 'Write' }).waitFor();
    await pill(page, '6 wait for you').waitFor();
  });

  it('is a number on a phone, which leads there too, also from a panel that covers the room', async () => {
    const { owner } = await busy(30);
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    await pill(page, '5 wait for you').tap();
    await expect.poll(() => isInSight(line(page, 'Which day?'))).toBe(true);
    await expectFits(page);
    await expectAccessible(page);
    for (let i = 0; i < 3; i += 1) await pill(page, '5 wait for you').tap();
    await page.getByRole('region', { name: 'Artifact' }).getByRole('heading').first().waitFor();
    await expectFits(page);
    await expectAccessible(page);
    await pill(page, '5 wait for you').tap();
    await page.getByRole('heading', { name: 'Bake' }).waitFor();
    await pill(page, '5 wait for you').tap();
    await expect.poll(() => isInSight(line(page, 'Which day?'))).toBe(true);
    expect(complaints).toEqual([]);
  });
});
