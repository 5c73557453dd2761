import { answer, createArtifact, join as joinAs, openSpace } from '@parley/testing';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, invitation } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';
import { eventually } from '../../eventually.ts';

const text = '# Plan\n\nWe *begin* on [Monday](https://plan.example).\n\nWe end on Friday.\n';

inChromium('a comment on a passage', () => {
  const server = inject('server');
  afterEach(() => closePages());

  /** Eve has written a plan, and the owner reads it. */
  async function reading() {
    const owner = await openSpace(server);
    const eve = await joinAs(server, await invitation(server, owner), 'Eve');
    const artifactId = await createArtifact(server, eve, text);
    const { page, complaints } = await enter(server, owner);
    await page.goto(`${server.url}/room/${owner.spaceId}#artifact-${artifactId}`);
    await page.getByText('We end on Friday.').waitFor();
    const select = (wanted: string) =>
      page.locator('.artifact-text').evaluate((element, wanted) => {
        const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const all: [Text, number][] = [];
        for (let node = nodes.nextNode(); node; node = nodes.nextNode())
          for (let i = 0; i < (node as Text).length; i += 1) all.push([node as Text, i]);
        const from = element.textContent.indexOf(wanted);
        const [start, end] = [all[from]!, all[from + wanted.length - 1]!];
        getSelection()!.setBaseAndExtent(...start, end[0], end[1] + 1);
      }, wanted);
    const list = async () => (await answer(200, server, 'listComments', owner, { artifactId, state: 'all' })).comments;
    return { owner, eve, artifactId, page, complaints, select, list };
  }

  it('is about what is selected, is answered, resolved and reopened beside the text', async () => {
    const { owner, eve, artifactId, page, complaints, select, list } = await reading();
    await page.setViewportSize({ width: 1_900, height: 900 });
    await select('begin on Monday');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Comment' });
    await dialog.getByLabel('What you say about it').fill('Which *Monday*?');
    await dialog.getByLabel('Ask').selectOption({ label: 'Eve' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Comment' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await list()).toMatchObject([{ quote: 'begin* on [Monday', text: 'Which *Monday*?', authorId: owner.id }]);
    const [{ commentId } = { commentId: '' }] = await list();
    await answer(200, server, 'createComment', eve, { artifactId, replyTo: commentId, text: 'The first' });
    const margin = page.getByRole('complementary', { name: 'Comments' });
    await margin.getByText('The first').waitFor();
    const heightOf = async (place: typeof margin) => (await place.boundingBox())!.y;
    expect(await heightOf(margin.getByRole('listitem'))).toBeGreaterThanOrEqual(
      await heightOf(page.getByText('We begin on Monday')),
    );
    await expectAccessible(page);
    await margin.getByRole('button', { name: 'Reply' }).click();
    await margin.getByLabel('Your reply').fill('Thanks');
    await margin.getByRole('button', { name: 'Reply' }).click();
    await margin.getByText('Thanks').waitFor();
    await margin.getByRole('button', { name: 'Resolve' }).click();
    await margin.getByText('Thanks').waitFor({ state: 'detached' });
    expect((await list()).map(({ state }) => state)).toEqual(['resolved', 'resolved', 'resolved']);
    await margin.getByLabel('Show resolved comments').check();
    await margin.getByText(/Resolved by you/).waitFor();
    await margin.getByRole('button', { name: 'Reopen' }).click();
    await eventually(async () => (await list()).every(({ state }) => state === 'open'));
    await margin.getByRole('button', { name: /Show in the text/ }).click();
    await margin.locator('.thread[aria-current]').waitFor();
    expect(complaints).toEqual([]);
  });

  it('is apart from the next one beside the text, also where their passages are near', async () => {
    const { eve, artifactId, page } = await reading();
    await page.setViewportSize({ width: 1_900, height: 900 });
    for (const quote of ['Plan', 'begin', 'Monday', 'Friday'])
      await answer(200, server, 'createComment', eve, { artifactId, version: 1, quote, text: `About ${quote}` });
    const threads = page.getByRole('complementary', { name: 'Comments' }).locator('.thread');
    await threads.nth(3).waitFor();
    const distances = () =>
      threads.evaluateAll((all) => {
        const places = all.map((each) => each.getBoundingClientRect());
        return places.slice(1).map(({ top }, i) => Math.round(top - places[i]!.bottom));
      });
    await expect.poll(async () => Math.min(...(await distances()))).toBeGreaterThanOrEqual(8);
    await expectAccessible(page);
  });

  it('says that its passage is gone, and is listed in a sheet on a phone', async () => {
    const { eve, artifactId, page, complaints } = await reading();
    await page.setViewportSize({ width: 390, height: 800 });
    const add = (quote: string, words: string) =>
      answer(200, server, 'createComment', eve, { artifactId, version: 1, quote, text: words });
    await add('Friday', 'Too soon?');
    const button = page.getByRole('button', { name: 'Comments (1)' });
    await button.waitFor();
    // It is seen before a long text.
    expect((await button.boundingBox())!.y).toBeLessThan((await page.getByText('We begin on').boundingBox())!.y);
    await button.click();
    const sheet = page.getByRole('dialog', { name: 'Comments' });
    await sheet.getByText('Too soon?').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    // Pressing its passage shows it, too.
    const passage = await page.getByText('We end on Friday.').evaluate((it) => {
      const range = document.createRange();
      const words = it.firstChild!;
      range.setStart(words, words.textContent!.indexOf('Friday') + 2);
      range.setEnd(words, words.textContent!.indexOf('Friday') + 4);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.click(passage.x, passage.y);
    await sheet.locator('.thread[aria-current]').getByText('Too soon?').waitFor();
    await answer(200, server, 'writeArtifact', eve, { artifactId, content: '# Plan\n', lock: 'auto', baseVersion: 1 });
    await sheet.getByText('No longer in the text:').waitFor();
    expect(complaints).toEqual([]);
  });

  it('loses its text once its author or the owner says so, in a thread that goes on', async () => {
    const { owner, eve, artifactId, page, complaints, list } = await reading();
    await page.setViewportSize({ width: 1_900, height: 900 });
    const asked = { artifactId, version: 1, quote: 'Friday', text: 'The password is hunter2', to: [owner.id] };
    const { commentId } = await answer(200, server, 'createComment', eve, asked);
    const margin = page.getByRole('complementary', { name: 'Comments' });
    await margin.getByText('hunter2').waitFor();
    await margin.getByRole('button', { name: 'Delete its text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the text of this comment?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete for everyone' }).click();
    await dialog.waitFor({ state: 'detached' });
    await margin.getByText(/^Deleted by you, /).waitFor();
    expect(await margin.getByRole('button', { name: 'Delete its text' }).count()).toBe(0);
    await margin.getByRole('button', { name: 'Reply' }).waitFor();
    await expect.poll(() => page.getByText('hunter2').count()).toBe(0);
    expect(await list()).toMatchObject([{ commentId, text: '', quote: '', redacted: { by: owner.id } }]);
    // What others erase goes by itself.
    const other = await answer(200, server, 'createComment', eve, { artifactId, version: 1, quote: 'Monday', text: 'hunter3' });
    await margin.getByText('hunter3').waitFor();
    await answer(200, server, 'redactComment', eve, { artifactId, commentId: other.commentId, reason: 'A password' });
    await margin.getByText('hunter3').waitFor({ state: 'detached' });
    await margin.getByText(/^Deleted by Eve, .*: A password$/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('that a search finds is shown at its passage', async () => {
    const { eve, artifactId, page, complaints } = await reading();
    const { commentId } = await answer(200, server, 'createComment', eve, {
      artifactId,
      version: 1,
      quote: 'Friday',
      text: 'Or earlier',
    });
    await answer(200, server, 'createComment', eve, { artifactId, replyTo: commentId, text: 'A flamingo says Thursday' });
    await answer(200, server, 'resolveComment', eve, { artifactId, commentId });
    await page.goto(`${page.url().split('#')[0]}#search`);
    await page.getByRole('searchbox').fill('flamingo');
    await page.getByRole('list', { name: 'Results' }).getByRole('link').click();
    await page.locator('.thread[aria-current]').getByText('A flamingo says Thursday').waitFor();
    expect(complaints).toEqual([]);
  });

  it('that somebody is asked about leads from the conversation to its passage', async () => {
    const { owner, eve, artifactId, page, complaints } = await reading();
    const asked = { artifactId, version: 1, quote: 'Friday', text: 'Is that right?', to: [owner.id] };
    await answer(200, server, 'createComment', eve, asked);
    await page.goto(`${server.url}/room/${owner.spaceId}`);
    await page.locator('.message').getByText('Waits for you', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Show the comment' }).first().click();
    await page.locator('.thread[aria-current]').getByText('Is that right?').waitFor();
    expect(complaints).toEqual([]);
  });
});
