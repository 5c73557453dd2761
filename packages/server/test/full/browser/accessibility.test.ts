import { answer, createArtifact, invite, join as joinAs, openSpace, type Member } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, invitation, live, moderate, phone, visit } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

const text =
  '# Plan\n\nA **bold** word, `code`, a [link](https://example.org).\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a;\n```\n\n> said';
const wide = { viewport: { width: 1280, height: 800 } };

inChromium('axe finds nothing wrong with', () => {
  const server = inject('server');
  afterEach(() => closePages());

  /** A meeting in which everything has happened that a participant can see; the reader is muted at the end. */
  async function busyMeeting(): Promise<{ owner: Member; reader: Member; link: string }> {
    const owner = await openSpace(server, { name: 'Release 2.0', description: text, agenda: text, ownerName: 'Maya' });
    const space = await invite(server, owner);
    const [reader, bot] = [await joinAs(server, space, 'Jonas'), await joinAs(server, space, 'Reviewer')];
    const say = (member: Member, fields: object) => answer(200, server, 'sendMessage', member, { ...fields });
    await say(owner, { content: text });
    await say(owner, { content: text });
    await say(bot, { content: '<h1>Page</h1>', type: 'html' });
    await say(bot, { content: 'https://example.org/a.png', type: 'image' });
    await say(bot, { content: 'Can you decide?', to: [reader.id] });
    await say(reader, { content: 'Can you?', to: [bot.id] });
    const artifactId = await createArtifact(server, owner, text);
    await answer(200, server, 'createProposal', bot, { artifactId, baseVersion: 1, append: '\nMore', note: 'Why not' });
    await answer(200, server, 'lockArtifact', owner, { artifactId });
    return { owner, reader, link: (await invitation(server, owner)).humanLink };
  }

  const looks = [
    ['a phone', phone],
    ['a desktop', wide],
  ] as const;

  describe.each(looks)('%s, light and dark', (_device, options) => {
    const expectGood = async (page: Page) => {
      await expectAccessibleInBothSchemes(page);
      await expectFits(page);
    };

    it('the start, without and with spaces that are remembered', async () => {
      const { page, complaints } = await visit(server.url, options);
      await page.getByRole('button', { name: 'Create the space' }).waitFor();
      await expectGood(page);
      await page.getByLabel('What is it about?').fill('Release 2.0');
      await page.getByLabel('Your name').fill('Maya');
      await page.getByRole('button', { name: 'Create the space' }).click();
      await live(page);
      await expectGood(page);
      await page.goto(server.url);
      await page.getByRole('link', { name: 'Release 2.0' }).first().waitFor();
      await page.getByText(/^1 participant · ends in /).waitFor();
      // Who has a space knows what this is.
      expect(await page.getByRole('img', { name: /^A meeting/ }).count()).toBe(0);
      await expectGood(page);
      await page.goto(`${server.url}/inbox`);
      await page.getByRole('heading').first().waitFor();
      await expectGood(page);
      expect(complaints).toEqual([]);
    });

    it('an invitation, and a room that is full, muted and ended', async () => {
      const { owner, reader, link } = await busyMeeting();
      const invited = await visit(link, options);
      await invited.page.getByLabel('Your name').waitFor();
      await expectGood(invited.page);
      const { page, complaints } = await enter(server, reader, options);
      await live(page);
      await page.getByText('Can you decide?').first().waitFor();
      await page.getByRole('table').first().waitFor();
      await expectGood(page);
      await moderate(server, owner, 'mute', 'Jonas');
      await page.getByText('The owner muted you').waitFor();
      await expectGood(page);
      await answer(200, server, 'closeSpace', owner);
      await page.getByText('The owner closed this space.').first().waitFor();
      await expectGood(page);
      expect([...invited.complaints, ...complaints]).toEqual([]);
    });
  });

  it.each(['light', 'dark'])('a page, unless its text cannot be read in %s colours', async (scheme) => {
    const { page } = await visit(`${server.url}/docs`);
    const rule = `@media (prefers-color-scheme: ${scheme}) { h1 { color: #888 !important; background: #777 !important } }`;
    // The policy permits no style of a test as an element.
    await page.evaluate(
      `{ const sheet = new CSSStyleSheet(); sheet.replaceSync('${rule}'); document.adoptedStyleSheets.push(sheet); }`,
    );
    await expect(expectAccessibleInBothSchemes(page)).rejects.toMatchObject({
      actual: [expect.stringContaining('color-contrast')],
    });
  });
});
