import { answer, createArtifact, invite, join, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('decisions', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const card = (page: Page, title: string) => page.getByRole('article', { name: title }).first();
  const panel = (page: Page) => page.getByRole('region', { name: 'Decisions', exact: true }).last();

  /** An owner who is asked, and an agent that asks; the owner is the only voter by default. */
  async function people() {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya' });
    const bot = await join(server, await invite(server, owner), 'Bot');
    return { owner, bot };
  }

  const read = (member: Member, decisionId: string) => answer(200, server, 'getDecision', member, { decisionId });

  it('are approved from the inbox of a phone with one tap', async () => {
    const { owner, bot } = await people();
    const artifactId = await createArtifact(server, bot, '# Plan\n\nOn Monday.\n');
    const { decisionId } = await answer(200, server, 'createDecision', bot, {
      title: 'Publish the plan?',
      text: 'It was **checked** twice.',
      artifact: { artifactId, version: 1 },
      expiresInSeconds: 3_000,
    });
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    await page.goto(`${server.url}/inbox`);
    await card(page, 'Publish the plan?').getByText('checked').waitFor();
    // There is nothing else to answer with.
    for (const name of ['Reply', 'Done', 'Decline']) expect(await button(page, name).count()).toBe(0);
    await card(page, 'Publish the plan?').getByText('Read version 1').click();
    await card(page, 'Publish the plan?').getByText('On Monday.').waitFor();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await page.getByRole('group', { name: 'Publish the plan?' }).getByRole('button', { name: 'Approve' }).tap();
    await page.getByText('Nothing waits for you.').waitFor();
    expect(await read(owner, decisionId)).toMatchObject({ state: 'decided', outcome: 'approve' });
    expect(complaints).toEqual([]);
  });

  it('are answered with the keyboard alone, with a reason, and otherwise while they are open', async () => {
    const { owner, bot } = await people();
    const other = await join(server, await invite(server, owner), 'Jonas');
    const { decisionId } = await answer(200, server, 'createDecision', bot, {
      title: 'Which day?',
      options: [{ label: 'Monday' }, { label: 'Tuesday', description: 'After the holiday' }],
      voters: [owner.id, other.id],
      rule: 'all',
      expiresInSeconds: 86_400,
    });
    const { page, complaints } = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    await live(page);
    const which = card(page, 'Which day?');
    await which.getByText('0 of 2 have answered').waitFor();
    await which.getByText('1 day left').waitFor();
    await expectAccessibleInBothSchemes(page);

    await which.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('The hall is free');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await which.getByText('You answered Monday').waitFor();
    expect(await page.evaluate('document.activeElement.matches("article.decision")')).toBe(true);
    await which.getByText('1 of 2 have answered').waitFor();
    await which.getByText('The hall is free').waitFor();
    await expectAccessible(page);

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await which.getByRole('button', { name: 'Monday', pressed: true }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await which.getByRole('button', { name: /^Tuesday/ }).click();
    await which.getByText('You answered Tuesday').waitFor();
    await answer(200, server, 'answerDecision', other, { decisionId, option: 'tuesday' });
    await which.getByText('Decided: Tuesday').waitFor();
    expect(await which.getByRole('group', { name: 'Which day?' }).count()).toBe(0);
    await expectAccessibleInBothSchemes(page);
    expect(complaints).toEqual([]);
  });

  it('are about the pinned version, whatever was written since', async () => {
    const { owner, bot } = await people();
    const artifactId = await createArtifact(server, bot, '# Plan\n\nOn Monday.\n');
    const about = { title: 'Publish the plan?', artifact: { artifactId, version: 1 } };
    const { decisionId } = await answer(200, server, 'createDecision', bot, about);
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    const plan = card(page, 'Publish the plan?');
    await plan.getByRole('link', { name: 'Plan, version 1' }).waitFor();
    expect(await plan.getByText('The text has moved on').count()).toBe(0);
    await answer(200, server, 'writeArtifact', bot, {
      artifactId,
      content: '# Plan\n\nOn Tuesday.\n',
      lock: 'auto',
      baseVersion: 1,
    });
    await plan.getByText('Answers are about version 1 only.').waitFor();
    await plan.getByText('What has changed since version 1').click();
    await plan.getByText('Removed: ').waitFor({ state: 'attached' });
    await plan.locator('.counts', { hasText: '+1 added −1 removed' }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await plan.getByRole('button', { name: 'Approve' }).tap();
    await plan.getByText('Decided: Approve').waitFor();
    expect(await read(owner, decisionId)).toMatchObject({
      outcome: 'approve',
      artifact: { version: 1, currentVersion: 2, changedSince: true },
    });
    expect(complaints).toEqual([]);
  });

  it('keep secret answers until they end, show no buttons to others and to the muted, and end by who may end them', async () => {
    const { owner, bot } = await people();
    const [jonas, eve] = [
      await join(server, await invite(server, owner), 'Jonas'),
      await join(server, await invite(server, owner), 'Eve'),
    ];
    const { decisionId } = await answer(200, server, 'createDecision', bot, {
      title: 'Who leads?',
      options: [{ label: 'Ada' }, { label: 'Grace' }],
      voters: [owner.id, jonas.id],
      rule: 'all',
      secret: true,
    });
    await answer(200, server, 'answerDecision', jonas, { decisionId, option: 'ada', reason: 'She knows it' });
    const maya = await enter(server, owner);
    const seenByEve = await enter(server, eve, phone);
    await live(maya.page);
    await live(seenByEve.page);
    for (const { page } of [maya, seenByEve]) {
      await card(page, 'Who leads?').getByText('The answers are secret until it ends.').waitFor();
      await card(page, 'Who leads?').getByText('1 of 2 have answered').waitFor();
      expect(await card(page, 'Who leads?').getByText('She knows it').count()).toBe(0);
    }
    expect(await card(seenByEve.page, 'Who leads?').getByRole('button').count()).toBe(0);
    await button(maya.page, 'Close…').click();
    const dialog = maya.page.getByRole('dialog');
    await dialog.getByLabel('What you say about it').fill('We ask again in May.');
    await expectAccessible(maya.page);
    await dialog.getByRole('button', { name: 'Close the decision' }).click();
    for (const { page } of [maya, seenByEve]) {
      await card(page, 'Who leads?').getByText('Decided: Ada').waitFor();
      await card(page, 'Who leads?').getByText('We ask again in May.').waitFor();
      await card(page, 'Who leads?').getByText('She knows it').waitFor();
    }
    await expectAccessibleInBothSchemes(seenByEve.page);

    await answer(200, server, 'createDecision', bot, { title: 'Lunch?', voters: [eve.id] });
    await card(seenByEve.page, 'Lunch?').getByRole('button', { name: 'Approve' }).waitFor();
    await answer(200, server, 'muteParticipant', owner, { participantId: eve.id });
    await card(seenByEve.page, 'Lunch?').getByText('The owner muted you, so you cannot answer.').waitFor();
    expect(await card(seenByEve.page, 'Lunch?').getByRole('button').count()).toBe(0);
    expect([...maya.complaints, ...seenByEve.complaints]).toEqual([]);
  });

  it('are asked for in a form, found in the list, and withdrawn', async () => {
    const { owner, bot } = await people();
    const artifactId = await createArtifact(server, bot, '# Plan');
    const { page, complaints } = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    await live(page);
    await page.getByRole('link', { name: /^Plan/ }).click();
    const artifact = page.getByRole('region', { name: 'Artifact', exact: true });
    await artifact.getByRole('link', { name: 'Ask for a decision' }).click();
    await panel(page).getByLabel('The question').fill('Publish the plan?');
    await panel(page).getByLabel('Others', { exact: true }).check();
    await panel(page).getByLabel('Options').fill('Now');
    await panel(page).getByLabel('Who answers').selectOption('Those whom you choose');
    await panel(page).getByLabel('Maya').check();
    await button(page, 'Ask for the decision').click();
    await panel(page).getByText('Write 2 to 10 options').waitFor();
    await panel(page).getByLabel('Options').fill('Now\nLater\n\nNow');
    expect(await panel(page).getByLabel('Version', { exact: true }).inputValue()).toBe('1');
    await expectAccessibleInBothSchemes(page);
    await button(page, 'Ask for the decision').click();
    await panel(page).getByRole('button', { name: 'Later' }).waitFor();
    const { decisions } = await answer(200, server, 'listDecisions', owner);
    expect(decisions).toMatchObject([
      {
        options: [
          { id: 'now', label: 'Now' },
          { id: 'later', label: 'Later' },
        ],
        voters: [{ participantId: owner.id }],
        artifact: { artifactId, version: 1 },
      },
    ]);
    await panel(page).getByRole('link', { name: 'All decisions' }).click();
    await panel(page).getByRole('link', { name: 'Publish the plan? open waits for you' }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await panel(page).getByRole('link', { name: 'Publish the plan?' }).click();
    await panel(page).getByRole('button', { name: 'Withdraw' }).click();
    await panel(page).getByText('Withdrawn: there is no outcome.').waitFor();
    await panel(page).getByRole('link', { name: 'All decisions' }).click();
    await panel(page).getByRole('region', { name: 'Ended' }).getByRole('link', { name: 'Publish the plan?' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
