import { readFileSync } from 'node:fs';
import { answer, createArtifact, invite, join, openSpace } from '@parley/testing';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('a meeting', () => {
  const server = inject('server');
  afterEach(() => closePages());

  it.each([
    ['a desktop', {}],
    ['a phone', phone],
  ])('starts with three steps and the invitation open: %s', async (_, options) => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const { page, complaints } = await enter(server, owner, options);
    await live(page);
    await page.getByRole('heading', { name: '1. Invite people and agents' }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await page.getByRole('button', { name: 'Create an invitation' }).click();
    await page.getByText('Link to open in a browser').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Write the purpose' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await page.keyboard.press('Escape');
    await answer(200, server, 'sendMessage', owner, { content: 'We begin' });
    await page.getByRole('heading', { name: '1. Invite people and agents' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('is at home with what was said last, who is there, and when it ends', async () => {
    const owner = await openSpace(server, { name: 'Launch', ownerName: 'Maya' });
    const bot = await join(server, await invite(server, owner), 'Bot');
    await answer(200, server, 'sendMessage', owner, { content: 'We begin' });
    const { page, complaints } = await enter(server, owner, phone);
    await live(page);
    await page.goto('about:blank');
    for (const content of ['Ready', 'The **tests** pass, '.repeat(10)])
      await answer(200, server, 'sendMessage', bot, { content });
    await page.goto(server.url);
    const card = page.getByRole('listitem').filter({ hasText: 'Launch' });
    await card.getByText(/^Bot: The tests pass, The tests pass/).waitFor();
    await card.getByText(/^2 participants · ends in 1 day$/).waitFor();
    await card.getByText('2 unread').waitFor();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    expect(complaints).toEqual([]);
  });

  it('shows the links of an invitation again, as long as it works', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const { page, complaints } = await enter(server, owner);
    await live(page);
    const open = () => page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite to this space' });
    await open();
    await dialog.getByRole('button', { name: 'Create an invitation' }).click();
    const link = await dialog.locator('.copied code').first().innerText();
    await page.keyboard.press('Escape');
    await open();
    await dialog.getByRole('button', { name: 'Show links' }).click();
    expect(await dialog.locator('.copied code').first().innerText()).toBe(link);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('revoked', { exact: true }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Show links' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['Markdown', 'md', /We begin/],
    ['Zip, with files', 'zip', /^PK/],
    ['JSON Lines', 'jsonl', /^\{"/],
  ])('can be taken along as %s', async (name, ending, content) => {
    const owner = await openSpace(server, { name: 'Launch: the day', ownerName: 'Maya' });
    await answer(200, server, 'sendMessage', owner, { content: 'We begin' });
    await createArtifact(server, owner, '# Plan');
    const { page, complaints } = await enter(server, owner);
    await live(page);
    await page.getByRole('button', { name: 'About this space' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Export as ${name}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`Launch- the day.${ending}`);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(content);
    await page
      .getByRole('status')
      .getByText(/^Exported/)
      .waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('can be copied as a whole, also what is not drawn', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    await answer(200, server, 'sendMessage', owner, { content: 'We begin' });
    for (let i = 0; i < 120; i += 1) await answer(200, server, 'sendMessage', owner, { content: `Step ${i}` });
    const { page, complaints } = await enter(server, owner);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await live(page);
    await page.getByRole('button', { name: 'About this space' }).click();
    await page.getByRole('group', { name: 'Export' }).getByRole('button', { name: 'Copy as Markdown' }).click();
    await page
      .getByRole('status')
      .getByText(/^Copied/)
      .waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    for (const text of ['We begin', 'Step 60', 'Step 119']) expect(copied).toContain(text);
    expect(complaints).toEqual([]);
  });

  it('offers to take everything along before it is closed, and asks before it ends sooner', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya', ttl: 86_400 });
    await answer(200, server, 'sendMessage', owner, { content: 'We begin' });
    const { page } = await enter(server, owner);
    await live(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('group', { name: 'Export' }).getByRole('button', { name: 'Export as Markdown' }).waitFor();
    await page.getByLabel('Ends').selectOption('3600');
    await page.getByLabel(/The space ends in 1 hour instead of in 1 day/).waitFor();
  });

  it('goes on with its invitation when somebody is removed, unless it is revoked too', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const invitation = await invite(server, owner);
    await join(server, invitation, 'Bot');
    const { page } = await enter(server, owner);
    await live(page);
    await page.getByRole('button', { name: 'Moderate Bot' }).click();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { id } = await join(server, invitation, 'Jonas');
    expect(id).toBeTruthy();
  });
});
