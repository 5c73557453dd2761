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
    const artifact = async (name: string) =>
      (await answer(200, server, 'createArtifact', owner, { name, type: 'markdown', content: `# ${name}` })).id;
    await artifact('Notes');
    // Deleting it resolves what was open on it.
    const restored = await artifact('Draft');
    await answer(200, server, 'createComment', bot, { artifactId: restored, version: 1, quote: 'Draft', text: 'Of what?' });
    await answer(200, server, 'deleteArtifact', owner, { artifactId: restored });
    await answer(200, server, 'restoreArtifact', owner, { artifactId: restored });
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
    expect(await section('Written').getByRole('link').allInnerTexts()).toEqual(['Plan', 'Notes', 'Draft']);
    await answer(200, server, 'createTask', bot, { title: 'Book a room' });
    await section('Open').getByText('Book a room').waitFor();
    await artifact('Late');
    await section('Written').getByRole('link', { name: 'Late' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/comments\b/.test(request.url())) asked.push(new URL(request.url()).pathname.split('/').at(-2)!);
    });
    const { commentId } = await answer(200, server, 'createComment', bot, {
      ...{ artifactId, version: 1, quote: 'Plan', text: '**Which** plan?' },
    });
    await answer(200, server, 'createComment', owner, { artifactId, replyTo: commentId, text: 'This one' });
    const comment = section('Open').getByRole('listitem').filter({ hasText: 'Which plan?' });
    await comment.getByText('Bot on “Plan”').waitFor();
    await expect.poll(() => section('Open').getByRole('listitem').count()).toBe(3);
    // Only those are asked on which something was open.
    expect(new Set(asked)).toEqual(new Set([artifactId, restored]));
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await comment.getByRole('link').tap();
    await page.locator('.thread[aria-current]').getByText('Which plan?').waitFor();
    await answer(200, server, 'resolveComment', bot, { artifactId, commentId });
    await page.goto(`${page.url().split('#')[0]}#summary`);
    await page.reload();
    await section('Open').getByText('Book a room').waitFor();
    expect(await comment.count()).toBe(0);
    await section('Written').getByRole('link', { name: 'Plan' }).tap();
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
