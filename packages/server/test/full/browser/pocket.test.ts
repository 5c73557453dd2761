import { readFileSync } from 'node:fs';
import { answer, invite, join, openSpace } from '@parley/testing';
import { expect, inject, it } from 'vitest';
import { expectAccessible, expectFits, invitation, isInSight, live, visit } from '../../browser/app.ts';
import { inChromium } from '../../browser/browsers.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const plan = Array.from({ length: 12 }, (_, i) => `${i + 1}. Step ${i + 1}`);
const proposed = plan.with(1, '2. Step 2, with Bot').with(9, '10. Step 10, without cake');

inChromium('a person with only a phone', () => {
  const server = inject('server');

  it('joins by a link, answers, decides, writes, comments, accepts half of a proposal, finds a message and exports', async () => {
    const owner = await openSpace(server, { name: 'Launch of release 2.0', ownerName: 'Maya', agentBudget: null });
    const bot = await join(server, await invite(server, owner), 'Bot');
    await answer(200, server, 'sendMessage', bot, { content: 'The password of the printer is in the blue folder' });
    for (let i = 0; i < 150; i += 1) await answer(200, server, 'sendMessage', bot, { content: `Step ${i} is done` });
    const { humanLink } = await invitation(server, owner);
    const { page, complaints } = await visit(humanLink, phone);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
    const line = (text: string) => page.locator('.timeline .message', { hasText: text }).first();
    const panel = page.getByRole('region', { name: 'Artifact' });
    /** Looks at what is shown now. */
    const look = async () => {
      await expectFits(page);
      // A line cuts off what reaches out of it.
      const cut = page
        .locator('.lines button:visible, .lines a:visible')
        .evaluateAll((all) =>
          all.filter((each) => each.getBoundingClientRect().right > innerWidth).map(({ textContent }) => textContent),
        );
      expect(await cut).toEqual([]);
      await expectAccessible(page);
      await expectAccessible(page, ['target-size']);
    };

    await page.getByLabel('Your name').waitFor();
    await look();
    await page.getByLabel('Your name').fill('Jonas');
    await button('Join the space').tap();
    await live(page);
    await expect.poll(() => isInSight(line('Step 149'))).toBe(true);
    await look();

    const { participants } = await answer(200, server, 'getSpace', owner);
    const { participantId: jonas } = participants.find(({ name }) => name === 'Jonas')!;
    await answer(200, server, 'sendMessage', bot, { content: 'Which day suits you?', to: [jonas] });
    for (let i = 0; i < 30; i += 1) await answer(200, server, 'sendMessage', bot, { content: `Then ${i}` });
    await button('1 waits for you').tap();
    await expect.poll(() => isInSight(line('Which day suits you?'))).toBe(true);
    await look();
    await line('Which day suits you?').getByRole('button', { name: 'Reply' }).tap();
    await page.getByLabel('Message', { exact: true }).fill('Tuesday');
    await look();
    await button('Send').tap();
    await expect.poll(() => isInSight(line('Tuesday'))).toBe(true);
    await button('1 waits for you').waitFor({ state: 'detached' });

    await answer(200, server, 'createDecision', bot, { title: 'Ship it on Tuesday?', voters: [jonas] });
    await button('1 waits for you').tap();
    await line('Ship it on Tuesday?').getByRole('button', { name: 'Approve' }).waitFor();
    await look();
    await line('Ship it on Tuesday?').getByRole('button', { name: 'Approve' }).tap();
    await button('1 waits for you').waitFor({ state: 'detached' });

    await button(/here, and what they work on/).tap();
    await button('New artifact').waitFor();
    await look();
    await button('New artifact').tap();
    await page.getByLabel('Name', { exact: true }).fill('Plan');
    await page.getByLabel('Text, in Markdown').fill(plan.join('\n'));
    await look();
    await button('Create').tap();
    await panel.getByText('Step 12').waitFor();
    await look();

    // As a long press does.
    await panel.getByText('Step 7', { exact: true }).evaluate((it) => getSelection()!.selectAllChildren(it));
    await button('Comment').tap();
    const dialog = page.getByRole('dialog', { name: 'Comment' });
    await dialog.getByLabel('What you say about it').fill('Who does this?');
    await look();
    await dialog.getByRole('button', { name: 'Comment' }).tap();
    await button('Comments (1)').tap();
    await page.getByRole('dialog', { name: 'Comments' }).getByText('Who does this?').waitFor();
    await look();
    await button('Close').tap();

    const [artifact] = (await answer(200, server, 'getSpace', owner)).artifacts;
    const change = { artifactId: artifact!.id, baseVersion: 1, content: proposed.join('\n'), note: 'Less cake' };
    await answer(200, server, 'createProposal', bot, change);
    await button('1 waits for you').tap();
    await button('Accept change 1').tap();
    await button('Reject change 2').tap();
    await look();
    await button('Accept 1 of 2 changes').tap();
    await panel.getByText('Accepted as version 2.').waitFor();
    expect((await answer(200, server, 'getArtifact', owner, { artifactId: artifact!.id })).content).toBe(
      plan.with(1, proposed[1]!).join('\n'),
    );
    await look();
    await button('Back to the conversation').tap();

    await button('Search').tap();
    await page.getByRole('searchbox').fill('blue folder');
    const found = page.getByRole('list', { name: 'Results' }).getByRole('link');
    await found.first().waitFor();
    await look();
    await found.first().tap();
    await expect.poll(() => isInSight(line('The password of the printer'))).toBe(true);
    await look();

    await button(/^About this space/).tap();
    await button('Export as Markdown').waitFor();
    await look();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export as Markdown').tap()]);
    const exported = readFileSync(await download.path(), 'utf8');
    for (const text of ['Tuesday', 'Ship it on Tuesday?', 'blue folder']) expect(exported).toContain(text);
    expect(complaints).toEqual([]);
  });
});
