import { answer, createArtifact, invite, join, openSpace } from '@parley/testing';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('the summary of a meeting', () => {
  const server = inject('server');
  afterEach(() => closePages());

  it('lists what was decided, written and is open, follows it, and is there before the owner closes', async () => {
    const owner = await openSpace(server, { name: 'Launch', ownerName: 'Maya', agentBudget: null });
    const bot = await join(server, await invite(server, owner), 'Bot');
    const artifactId = await createArtifact(server, owner, '# Plan');
    const ask = (title: string) =>
      answer(200, server, 'createDecision', bot, {
        title,
        voters: [owner.id],
        options: [{ label: 'Monday' }, { label: 'Friday' }],
      });
    const { decisionId, options } = await ask('When do we begin?');
    await answer(200, server, 'answerDecision', owner, { decisionId, option: options[1]!.id });
    await ask('And when do we end?');
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    await page.getByRole('button', { name: /About this space/ }).tap();
    await page.getByRole('button', { name: /^Summary/ }).tap();
    const section = (title: string) => page.locator('.summary section', { has: page.getByRole('heading', { name: title }) });
    await section('Decided and done').getByText('Friday').waitFor();
    expect(await section('Decided and done').getByRole('listitem').allInnerTexts()).toEqual(['When do we begin?\nFriday']);
    expect(await section('Open').getByRole('link').allInnerTexts()).toEqual(['And when do we end?']);
    expect(await section('Written').getByRole('link').allInnerTexts()).toEqual(['Plan']);
    await answer(200, server, 'createTask', bot, { title: 'Book a room' });
    await section('Open').getByText('Book a room').waitFor();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await section('Written').getByRole('link').tap();
    await expect.poll(() => page.url()).toContain(`#artifact-${artifactId}`);
    await page.goto(`${page.url().split('#')[0]}`);
    await live(page);
    await page.getByRole('button', { name: /About this space/ }).tap();
    await page.getByRole('button', { name: 'Settings' }).tap();
    await page.getByRole('button', { name: /^Summary/ }).tap();
    await section('Written').waitFor();
    expect(complaints).toEqual([]);
  });
});
