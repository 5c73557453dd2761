import { answer, createArtifact, openSpace, type Member } from '@parley/testing';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, isInSight, live } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

const desktop = { viewport: { width: 1360, height: 850 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const devices: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['a desktop', desktop],
  ['a phone', phone],
];

const words = 'Only what was agreed in the meeting of the twelfth counts here, and nothing else does. ';
const table =
  '| Task | Owner | State | Due | Note |\n|---|---|---|---|--:|\n' +
  `| Announcement | Person 0 | In progress | 2026-12-10 | ${words.repeat(3)}|\n`;
const text = `---
title: Launch
tags:
  - plan
---
# Launch plan

A paragraph that was wrapped
at thirty columns.[^1] Press <kbd>Ctrl</kbd>, drink H<sub>2</sub>O. <!-- not shown -->
See [the notes](./Plan.md), [the budget](budget.md) and [what is open](#what-is-open).

> [!WARNING]
> Not before **Friday**.

## Who does what

${table}
- [ ] announce
- [x] test

<details>
<summary>Old numbers</summary>

Thirteen percent

</details>

\`\`\`ts
const answer: number = 42; // ${'a long comment '.repeat(20)}
\`\`\`

## What is open

${`${words}\n\n`.repeat(30)}

[^1]: Of the old kind.
`;

inChromium('a document', () => {
  const server = inject('server');
  let owner: Member;
  let page: Page;
  let complaints: string[];
  afterEach(() => closePages());

  async function open(content: string, options: BrowserContextOptions = desktop, view = ''): Promise<string> {
    owner = await openSpace(server);
    const artifactId = await createArtifact(server, owner, content);
    ({ page, complaints } = await enter(server, owner, options));
    await page.goto(`${server.url}/room/${owner.spaceId}#artifact-${artifactId}${view}`);
    return artifactId;
  }

  const shown = () => page.locator('.artifact-text');
  const heading = (name: string) => shown().getByRole('heading', { name });
  const isSeen = (place: Locator) =>
    place.evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      const body = it.closest('.panel-body')!.getBoundingClientRect();
      return top >= body.top - 1 && bottom <= body.bottom + 1;
    });

  it.each(devices)('keeps the words of a table whole on %s, and scrolls it by itself', async (_name, options) => {
    await open(text, options);
    const cells = shown().getByRole('cell');
    await cells.first().waitFor();
    const broken = await cells.evaluateAll((all) =>
      all
        .filter((cell) => {
          const range = cell.ownerDocument.createRange();
          const place = cell.firstChild!;
          return [...(place.textContent ?? '').matchAll(/\S+/g)].some(({ 0: word, index }) => {
            range.setStart(place, index);
            range.setEnd(place, index + word.length);
            // A date can be broken at its hyphens.
            return range.getClientRects().length > (word.includes('-') ? 3 : 1);
          });
        })
        .map(({ textContent }) => textContent),
    );
    expect(broken).toEqual([]);
    const long = await cells.last().boundingBox();
    expect(long!.width).toBeGreaterThan(150);
    await expectFits(page);
  });

  it.each(devices)('shows all that Markdown has on %s, light and dark', async (_name, options) => {
    const artifactId = await open(text, options);
    await heading('Launch plan').waitFor();
    const said = await shown().innerText();
    expect(said).toContain('A paragraph that was wrapped at thirty columns.');
    for (const hidden of ['not shown', 'title: Launch', 'Thirteen percent', '[!WARNING]', '[^1]', '- [ ]', '</kbd>'])
      expect(said).not.toContain(hidden);
    await expect.poll(() => shown().locator('code .hljs-keyword').allTextContents()).toEqual(['const']);
    await shown().getByText('Old numbers').click();
    await shown().getByText('Thirteen percent').waitFor();
    await shown().getByText('Front matter', { exact: true }).click();
    await shown().getByRole('rowheader', { name: 'tags' }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);

    await page.getByRole('link', { name: 'Footnote 1', exact: true }).click();
    await expect.poll(() => isSeen(shown().getByText('Of the old kind.'))).toBe(true);
    await page.getByRole('link', { name: 'Back to the text with footnote 1' }).click();
    await expect.poll(() => isSeen(page.getByRole('link', { name: 'Footnote 1', exact: true }))).toBe(true);
    await shown().getByRole('link', { name: 'what is open', exact: true }).click();
    await expect.poll(() => isSeen(heading('What is open'))).toBe(true);
    expect(new URL(page.url()).hash).toBe(`#artifact-${artifactId}`);
    expect(await shown().getByText('the budget').getAttribute('title')).toBe('budget.md');
    expect(complaints).toEqual([]);
  });

  it('leads to the artifact that a link names, also from a message', async () => {
    await open('[to the notes](./my-notes.md)');
    const { id } = await answer(200, server, 'createArtifact', owner, { name: 'My notes', type: 'markdown', content: 'Noted' });
    await answer(200, server, 'sendMessage', owner, { content: 'See [these](my%20notes)' });
    await shown().getByRole('link', { name: 'to the notes' }).click();
    await shown().getByText('Noted').waitFor();
    await page.goBack();
    await page.getByRole('main', { name: 'Conversation' }).getByRole('link', { name: 'these' }).click();
    await shown().getByText('Noted').waitFor();
    expect(new URL(page.url()).hash).toBe(`#artifact-${id}`);
    expect(complaints).toEqual([]);
  });

  it.each(devices)('shows at its edge that a line of code goes on, on %s', async (_name, options) => {
    await open(text, options);
    const code = shown().locator('.code pre');
    await code.waitFor();
    const look = () =>
      code.evaluate((it) => ({
        isCut: it.scrollWidth > it.clientWidth,
        shades: getComputedStyle(it).backgroundImage.split('linear-gradient').length - 1,
        attachments: getComputedStyle(it).backgroundAttachment,
        bar: getComputedStyle(it).overflowX,
      }));
    // What lies over the shades moves with the text, so that each is seen where there is more.
    expect(await look()).toEqual({ isCut: true, shades: 4, attachments: 'local, local, scroll, scroll', bar: 'auto' });
    await expectFits(page);
  });

  it('has contents, each of which leads to its place', async () => {
    await open(text);
    await shown().getByText('Contents', { exact: true }).click();
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'What is open' }).click();
    await expect.poll(() => isSeen(heading('What is open'))).toBe(true);
    expect(await heading('What is open').evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true);
  });

  it('shows code without colours if they cannot be loaded', async () => {
    owner = await openSpace(server);
    await answer(200, server, 'sendMessage', owner, { content: '```js\nlet colourless;\n```' });
    ({ page } = await enter(server, owner, desktop, async (opened) => {
      await opened.route('**/assets/worker-*.js', (route) => route.abort());
    }));
    await live(page);
    const code = page.locator('.message pre code');
    await expect.poll(() => code.innerText()).toBe('let colourless;');
    expect(await isInSight(page.locator('.message pre'))).toBe(true);
  });

  const beside = () => page.locator('.beside');
  const width = async (place: Locator) => (await place.boundingBox())?.width ?? 0;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const editor = () => page.getByLabel('Text, in Markdown');

  it('can have the place of the conversation, with its contents beside it, and is closed at the end of its header', async () => {
    await open(text);
    await heading('Launch plan').waitFor();
    const conversation = page.getByRole('main', { name: 'Conversation' });
    expect(await width(beside())).toBeLessThan(700);
    await button('Wide').click();
    await expect.poll(() => width(beside())).toBeGreaterThan(1_000);
    await conversation.waitFor({ state: 'hidden' });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const [left, right] = [await contents.boundingBox(), await heading('Launch plan').boundingBox()];
    expect(left!.x + left!.width).toBeLessThan(right!.x);
    await expectAccessibleInBothSchemes(page);
    await button('Wide').click();
    await conversation.waitFor();
    const close = await button('Back to the conversation').boundingBox();
    expect(close!.x).toBeGreaterThan(1_300);
    await button('Back to the conversation').click();
    await beside().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('is written in nearly all of the height, with its preview beside it where there is room', async () => {
    await open(text, desktop, '/edit');
    await editor().waitFor();
    expect((await editor().boundingBox())!.height).toBeGreaterThan(450);
    expect(await beside().locator('.time-left').count()).toBe(0);
    await button('Preview').click();
    await editor().waitFor({ state: 'hidden' });
    await button('Wide').click();
    await editor().waitFor();
    const preview = page.getByLabel('Preview', { exact: true }).and(page.getByRole('article'));
    const [write, read] = [(await editor().boundingBox())!, (await preview.boundingBox())!];
    expect(write.x + write.width).toBeLessThanOrEqual(read.x);
    await editor().focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('# Written now');
    await preview.getByRole('heading', { name: 'Written now' }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as version 2.').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Version 2 of 2').waitFor();
    expect(await page.getByText('Saved as version 2.').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each(devices)('has a history to walk through on %s', async (_name, options) => {
    const artifactId = await open('One\nTwo\n', options, '/history');
    for (const [i, content] of ['One\ntwo\nThree\n', 'Three\n'].entries())
      await answer(200, server, 'writeArtifact', owner, { artifactId, content, lock: 'auto', baseVersion: i + 1 });
    const slider = page.getByRole('slider');
    await page.getByText('Version 3 of 3').waitFor();
    const counts = page.locator('.slider .counts');
    await expect.poll(() => counts.textContent()).toBe('+0 added −2 removed');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => counts.textContent()).toBe('+2 added −1 removed');
    await page.keyboard.press('Home');
    await page.getByText('With it, the artifact began.').waitFor();
    await expect
      .poll(() => page.locator('.history .counts').allTextContents())
      .toEqual(['+0 added −2 removed', '+2 added −1 removed']);
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    expect(complaints).toEqual([]);
  });

  it('is searched by the browser, also beyond what is in sight', async () => {
    await open(text);
    await heading('Launch plan').waitFor();
    expect(await page.evaluate('window.find("agreed in the meeting") && getSelection().toString()')).toBe(
      'agreed in the meeting',
    );
  });
});
