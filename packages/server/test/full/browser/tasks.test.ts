import { answer, createArtifact, invite, join, openSpace } from '@parley/testing';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { inChromium } from '../../browser/browsers.ts';

inChromium('the board of tasks', () => {
  const server = inject('server');

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const panel = (page: Page) => page.getByRole('region', { name: 'Tasks', exact: true }).last();
  const column = (page: Page, name: string) => panel(page).getByRole('region', { name });

  it('leads a task from its creation over a return to its verification, for two people at once', async () => {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya' });
    const worker = await join(server, await invite(server, owner), 'Jonas');
    await createArtifact(server, owner, '# Plan');
    const maya = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    const jonas = await enter(server, worker, phone);
    await live(maya.page);
    await live(jonas.page);

    await button(maya.page, 'New task').first().click();
    const dialog = maya.page.getByRole('dialog');
    await dialog.getByLabel('What to do').fill('Check the dates');
    await dialog.getByLabel('Details, in Markdown').fill('Each should be a **Monday**.');
    await dialog.getByLabel('About the artifact').selectOption({ label: 'Plan' });
    await dialog.getByLabel('Jonas').check();
    await expectAccessibleInBothSchemes(maya.page);
    await button(maya.page, 'Create the task').click();
    await panel(maya.page).getByRole('heading', { name: 'Check the dates' }).waitFor();
    const { taskId } = (await answer(200, server, 'listTasks', owner)).tasks[0]!;

    // He is told of it by a message, which leads to it.
    await jonas.page.getByRole('link', { name: 'Show the task' }).click();
    await panel(jonas.page).getByText('Monday').waitFor();
    await expectAccessibleInBothSchemes(jonas.page);
    await button(jonas.page, 'Claim').click();
    await panel(jonas.page).getByText('You work on it').waitFor();
    await panel(maya.page).getByText('Jonas works on it').waitFor();
    await panel(maya.page).getByRole('link', { name: 'All tasks' }).click();
    await column(maya.page, 'In progress').getByRole('link', { name: 'Check the dates' }).waitFor();
    await expectAccessibleInBothSchemes(maya.page);

    await button(jonas.page, 'Submit…').click();
    await jonas.page.getByLabel('A note').check();
    await jonas.page.getByLabel('Note', { exact: true }).fill('All are Mondays');
    await expectAccessibleInBothSchemes(jonas.page);
    await button(jonas.page, 'Submit').click();
    await column(maya.page, 'Submitted').getByRole('link', { name: 'Check the dates' }).click();
    await panel(maya.page).getByText('All are Mondays').waitFor();
    expect(await button(jonas.page, 'Verify').count()).toBe(0);
    await button(maya.page, 'Return…').click();
    await maya.page.getByLabel('What is missing, for Jonas').fill('The 3rd is a Sunday');
    await button(maya.page, 'Return').click();

    await panel(jonas.page).getByText('The 3rd is a Sunday').waitFor();
    await button(jonas.page, 'Submit…').click();
    await jonas.page.getByLabel('An artifact').check();
    await button(jonas.page, 'Submit').click();
    await panel(maya.page).getByRole('link', { name: 'Plan, version 1' }).waitFor();
    await expectFits(jonas.page);
    await button(maya.page, 'Verify').click();
    for (const { page } of [maya, jonas]) await panel(page).getByText('verified', { exact: true }).waitFor();
    expect(await answer(200, server, 'getTask', owner, { taskId })).toMatchObject({ state: 'verified', revision: 2 });
    await panel(maya.page).getByRole('link', { name: 'All tasks' }).click();
    await panel(maya.page).getByText('Verified and cancelled').click();
    await panel(maya.page).getByRole('link', { name: 'Check the dates' }).waitFor();
    expect([...maya.complaints, ...jonas.complaints]).toEqual([]);
  });

  it('says who was faster, gives back what nobody finishes, and cancels what is not needed', async () => {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya' });
    const other = await join(server, await invite(server, owner), 'Jonas');
    const { taskId } = await answer(200, server, 'createTask', owner, { title: 'Check the names' });
    const { page } = await enter(server, owner);
    await live(page);
    await page.getByRole('link', { name: 'Board' }).click();
    const claim = button(page, 'Claim Check the names');
    await claim.waitFor();
    await page.route(`**/tasks/${taskId}/claim`, async (route) => {
      await answer(200, server, 'claimTask', other, { taskId });
      await route.continue();
    });
    await claim.click();
    await panel(page).getByText('“Jonas” was faster.').waitFor();
    await panel(page).getByText('Jonas works on it').waitFor();
    await page.unroute(`**/tasks/${taskId}/claim`);
    await answer(200, server, 'releaseTask', other, { taskId });
    await claim.click();
    await button(page, 'Give back').click();
    await button(page, 'Claim').waitFor();
    await button(page, 'Cancel the task…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task', exact: true }).click();
    await panel(page).getByText('cancelled', { exact: true }).waitFor();
    expect(await answer(200, server, 'getTask', owner, { taskId })).toMatchObject({ state: 'cancelled' });
  });
});
