import { answer, createArtifact, join as joinAs, openSpace } from '@parley/testing';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectAccessibleInBothSchemes, invitation } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

const base = Array.from({ length: 20 }, (_, i) => `line ${i}\r\n`).join('');
const [theirs, mine] = [
  base.replace('line 2\r', 'ours\r'),
  base.replace('line 9\r', 'nine\r').replace('line 18\r', 'eighteen\r'),
];
const both = theirs.replace('line 9\r', 'nine\r').replace('line 18\r', 'eighteen\r');

inChromium('a proposal that is based on an older version', () => {
  const server = inject('server');
  afterEach(() => closePages());

  /** Eve proposes a whole text for version 1, and the owner has written version 2. */
  async function proposed(content: string) {
    const owner = await openSpace(server);
    const artifactId = await createArtifact(server, owner, base);
    const eve = await joinAs(server, await invitation(server, owner), 'Eve');
    const { proposalId } = await answer(200, server, 'createProposal', eve, { artifactId, baseVersion: 1, content });
    const write = { artifactId, content: theirs, lock: 'auto', baseVersion: 1 };
    await answer(200, server, 'writeArtifact', owner, write);
    const { page, complaints } = await enter(server, owner);
    const open = (view: string) => page.goto(`${server.url}/room/${owner.spaceId}#artifact-${artifactId}/${view}/${proposalId}`);
    const stored = async () => (await answer(200, server, 'getArtifact', owner, { artifactId })).content;
    return { page, complaints, open, stored };
  }

  it('is called by what it changes, with how much, and how it fits', async () => {
    const { page, complaints, open } = await proposed(mine);
    await open('proposals');
    const row = page.locator('.proposals li');
    await row.getByRole('link', { name: '“nine”' }).waitFor();
    await row.getByText('merged', { exact: true }).waitFor();
    expect(await row.locator('.counts').textContent()).toBe('+2 added −2 removed');
    await expectAccessibleInBothSchemes(page);
    await row.getByRole('link', { name: '“nine”' }).click();
    await page.getByRole('heading', { name: '“nine”' }).waitFor();
    await page.getByText('Proposal by Eve').waitFor();
    expect(complaints).toEqual([]);
  });

  it('is merged, and of its changes those that are chosen are accepted', async () => {
    const { page, complaints, open, stored } = await proposed(mine);
    await open('proposal');
    await page.getByText('merged with what has changed since').waitFor();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Accept all 2 changes').waitFor();
    await button('Reject change 1').press('Enter');
    await page.getByText('1 change is not decided, and left out.').waitFor();
    await expectAccessibleInBothSchemes(page);
    expect(await button('Accept 0 of 2 changes').isDisabled()).toBe(true);
    // The keyboard goes on where it was.
    await page.keyboard.press('Enter');
    await button('Accept all 2 changes').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await button('Accept it too').click();
    await button('Accept 1 of 2 changes').click();
    await page.getByText('Accepted as version 3.').waitFor();
    expect(await stored()).toBe(theirs.replace('line 18\r', 'eighteen\r'));
    await page.getByText('It was merged with what had changed since version 1.').waitFor();
    await open('proposals');
    const row = page.locator('.proposals li');
    await row.getByText('accepted with changes as version 3').waitFor();
    await row.getByText('merged', { exact: true }).waitFor();
    await row.locator('.counts').waitFor();
    expect(await row.locator('.counts').textContent()).toBe('+2 added −2 removed');
    expect(complaints).toEqual([]);
  });

  it('is changed from the merged text', async () => {
    const { page, complaints, open, stored } = await proposed(mine);
    await open('amend');
    await page.getByText('It is merged with what has changed since version 1.').waitFor();
    await page.getByLabel('Text, in Markdown').waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('The ');
    await page.getByRole('button', { name: 'Accept with these changes' }).click();
    await page.getByText('Accepted with changes as version 3.').waitFor();
    expect(await stored()).toBe(`The ${both}`);
    expect(complaints).toEqual([]);
  });

  it('is changed from the present text if it conflicts, never from an old one', async () => {
    const { page, complaints, open, stored } = await proposed(base.replace('line 2\r', 'mine\r'));
    await open('proposal');
    await page.getByText('It conflicts with what was written since.').waitFor();
    await page.getByRole('link', { name: 'Accept with changes' }).click();
    await page.getByText('This is the present text').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Text, in Markdown').waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('The ');
    await page.getByRole('button', { name: 'Accept with these changes' }).click();
    await page.getByText('Accepted with changes as version 3.').waitFor();
    expect(await stored()).toBe(`The ${theirs}`);
    expect(complaints).toEqual([]);
  });
});
