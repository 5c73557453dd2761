import { chromiumPath, openChromium } from '@parley/testing/browsers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { frameworks, projectWith } from '../framework.ts';
import { start } from '../run.ts';

const server = inject('server');

if (!chromiumPath) console.warn('SKIPPED: a meeting of all frameworks with a person, because no Chromium was found');

test.skipIf(!chromiumPath)(
  'agents of all frameworks meet a person in a browser, who sees them work, decides, mutes one and accepts what another proposes',
  { timeout: 900_000 },
  async (context) => {
    const projects: [name: string, project: string][] = [];
    for (const framework of frameworks) {
      const project = await projectWith(framework, 'agents');
      if (project === undefined) return context.skip(`${framework} could not be had`);
      projects.push([framework, project]);
    }
    const browser = await openChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1440, height: 950 } });
    page.setDefaultTimeout(120_000);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
    await page.goto(server.url);
    await page.getByLabel('What is it about?').fill('Tea');
    await page.getByLabel('Your name').fill('Maya');
    await button('Create the space').click();
    await button('New artifact').click();
    await page.getByLabel('Name', { exact: true }).fill('Plan');
    await button('Create').click();
    await button('Invite').click();
    await button('Create an invitation').click();
    const INVITATION = await page.locator('.copied code').first().innerText();
    await page.keyboard.press('Escape');

    for (const [name, cwd] of projects) {
      const isMuted = name === frameworks.at(-1);
      const agent = start(process.execPath, [`${name}.mjs`], { cwd, env: { INVITATION, NAME: name } });
      onTestFinished(() => void agent.process.kill());
      await page.locator('.note', { hasText: `${name} joined` }).waitFor();
      const question = page.locator('.message', { hasText: `bring cake, ${name}` }).first();
      await page.getByLabel('Message', { exact: true }).pressSequentially(`@${name}`);
      await page.getByRole('option', { name }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type(`bring cake, ${name}`);
      await page.keyboard.press('Enter');
      await question.getByText('working on it').waitFor();
      const decision = page.getByRole('article', { name: 'Edit Plan?' }).filter({ hasText: `asked by ${name}` });
      await decision.waitFor();
      if (isMuted) {
        await button(`Moderate ${name}`).click();
        await button('Mute').click();
        await button('Unmute').waitFor();
      }
      await decision.getByRole('button', { name: 'Approve' }).click();
      await expect.poll(agent.said, { timeout: 120_000 }).toContain('Read: ');
      expect(agent.said().includes('code: muted'), agent.said()).toBe(isMuted);
      if (!isMuted) await page.locator('.message', { hasText: 'proposalId' }).filter({ hasText: name }).last().waitFor();
    }
    await button(/waits? for you/).click();
    await button('Accept').click();
    await page.getByText(`Accepted as version ${frameworks.length + 1}.`).waitFor();
  },
);
