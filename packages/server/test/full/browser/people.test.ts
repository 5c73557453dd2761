import { answer, createArtifact, invite, join, openSpace } from '@parley/testing';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

inChromium('the people of a room', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const wide = { viewport: { width: 1360, height: 850 } };
  const group = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`${name} \\d`) });
  const rows = (page: Page, name: string) => group(page, name).getByRole('listitem');
  const kinds = (page: Page, name: string) =>
    rows(page, name)
      .getByRole('img')
      .evaluateAll((signs) => signs.map((sign) => sign.getAttribute('aria-label')));

  it('are apart from agents, with a sign that says whether that is proved', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya', isHuman: true });
    const invitation = await invite(server, owner);
    const bot = await join(server, invitation, 'Bot');
    await answer(200, server, 'joinSpace', invitation, { name: 'Jonas', isHuman: true });
    for (const who of [owner, bot]) await answer(200, server, 'sendMessage', who, { content: 'Hello' });
    const { page, complaints } = await enter(server, owner, wide);
    await live(page);
    await rows(page, 'Agents').first().waitFor();
    expect(await kinds(page, 'People')).toEqual(['person, proved', 'person, by their own word']);
    expect(await kinds(page, 'Agents')).toEqual(['agent, by their own word']);
    const said = page.locator('.message .who');
    expect(await said.nth(1).getByRole('img').getAttribute('aria-label')).toBe('agent, by their own word');
    // They would be said after every name.
    expect(await page.getByText('guest', { exact: true }).count()).toBe(0);
    expect(await rows(page, 'Agents').innerText()).not.toContain('participant');
    await expectAccessibleInBothSchemes(page);
    expect(complaints).toEqual([]);
  });

  it('have a round sign of their presence, whole, however many lines their row has', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya', isHuman: true });
    const invitation = await invite(server, owner);
    await answer(200, server, 'joinSpace', invitation, {
      name: 'Jonas',
      role: 'The one who reads all the contracts twice, and then once more',
    });
    await answer(200, server, 'joinSpace', invitation, {
      name: 'A name of such a length that it needs two lines of the sidebar',
    });
    const { page } = await enter(server, owner, wide);
    await live(page);
    await rows(page, 'Agents').nth(1).waitFor();
    const dots = await page.locator('.sidebar .person').evaluateAll((all) =>
      all.map((row) => {
        const dot = row.querySelector('.reach')!.getBoundingClientRect();
        const place = row.closest('.sidebar')!.getBoundingClientRect();
        const isRound = Math.abs(dot.width - dot.height) < 0.1 && dot.width > 10;
        return isRound && dot.left > place.left && dot.top >= row.getBoundingClientRect().top;
      }),
    );
    expect(dots).toEqual([true, true, true]);
    const lines = await page
      .locator('.sidebar .person')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(new Set(lines.map(Math.round)).size).toBeGreaterThan(1);
  });

  it('with one name are told apart wherever they are named, and in the request to join', async () => {
    const owner = await openSpace(server, { ownerName: 'Olga', privacy: 'private' });
    const invitation = await invite(server, owner);
    await answer(202, server, 'joinSpace', invitation, { name: 'Оlga', role: 'reviewer' });
    const { page } = await enter(server, owner, wide);
    await live(page);
    const request = page.getByRole('region', { name: /Asking to join/ });
    await request.getByText('The name looks like that of Olga.').waitFor();
    await request.getByText('guest', { exact: true }).waitFor();
    await expectAccessible(page);
    const { participants } = await answer(200, server, 'getSpace', owner);
    await answer(200, server, 'approveParticipant', owner, { participantId: participants[1]!.participantId });
    await page.getByRole('button', { name: 'Оlga (2)', exact: true }).click();
    await page.getByRole('list', { name: 'Directed to' }).getByText('Оlga (2)').waitFor();
  });

  it('are approved from when the owner wishes so, and not any more once the owner does not', async () => {
    const owner = await openSpace(server, { ownerName: 'Olga' });
    const invitation = await invite(server, owner);
    const { page, complaints } = await enter(server, owner, wide);
    await live(page);
    const approves = page.getByLabel('I approve everyone who joins');
    for (const status of [202, 200] as const) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect.poll(() => approves.isEnabled()).toBe(true);
      expect(await approves.isChecked()).toBe(status === 200);
      await approves.setChecked(status === 202);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await approves.waitFor({ state: 'detached' });
      await answer(status, server, 'joinSpace', invitation, { name: `Member ${status}` });
    }
    // Who asked before waits for an answer.
    await page.getByRole('button', { name: 'Approve Member 202' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('stay a short list when there are 992, below what one works with', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya', isHuman: true, agentBudget: null });
    const invitation = await invite(server, owner);
    for (let i = 0; i < 991; i += 31)
      await Promise.all(
        Array.from({ length: Math.min(31, 991 - i) }, (_, j) =>
          answer(200, server, 'joinSpace', invitation, { name: `Member ${i + j}`, isHuman: j % 2 === 0 }),
        ),
      );
    for (let i = 0; i < 100; i += 1) await answer(200, server, 'sendMessage', owner, { content: `Message ${i}` });
    await createArtifact(server, owner, '# Plan');
    let requests = 0;
    const { page, complaints } = await enter(server, owner, wide, async (each) => {
      // The room is a document of its own.
      each.on('request', (request) => void (requests = request.isNavigationRequest() ? 1 : requests + 1));
    });
    await live(page);
    await group(page, 'People').waitFor();
    await page.waitForLoadState('networkidle').catch(() => {});
    const elements = await page.evaluate<number>('document.querySelectorAll("*").length');
    process.stderr.write(`992 participants: ${elements} elements, ${requests} requests\n`);
    expect(elements).toBeLessThanOrEqual(2_500);
    expect(requests).toBeLessThanOrEqual(40);
    const { y } = (await page.getByRole('heading', { name: /^Artifacts/ }).boundingBox())!;
    expect(y).toBeLessThan(850);

    const stops = await page.evaluate<number>(`(() => {
      const all = [...document.querySelectorAll('a[href], summary, button, input, textarea, select, [tabindex]')].filter(
        (each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }));
      return all.indexOf(document.getElementById('text'));
    })()`);
    process.stderr.write(`${stops} stops before the composer\n`);
    expect(stops).toBeLessThanOrEqual(25);

    expect(await rows(page, 'People').count()).toBe(0);
    await page.getByRole('searchbox', { name: /^Find somebody/ }).fill('member 500');
    await expect.poll(() => page.locator('.people li').allInnerTexts()).toEqual([expect.stringContaining('Member 500')]);
    await page.getByRole('searchbox', { name: /^Find somebody/ }).fill('');
    await page.getByRole('button', { name: 'Agents', exact: true }).click();
    expect(await rows(page, 'Agents').count()).toBe(20);
    await expectAccessible(page);
    // In a list, the arrow keys lead on.
    const first = rows(page, 'Agents').locator('button.name');
    await first.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await first.nth(1).evaluate((it) => it === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText(/ and 981 more$/).waitFor();
    await expectAccessible(page);
    await page.setViewportSize(phone.viewport);
    const revoke = page.getByRole('button', { name: 'Revoke' });
    expect((await revoke.boundingBox())!.height).toBeLessThan(60);
    await expectFits(page);
    expect(complaints).toEqual([]);
  });

  it('are left behind by one key, from the start of the page to the messages or the field', async () => {
    const owner = await openSpace(server, { ownerName: 'Maya' });
    const { page } = await enter(server, owner, wide);
    await live(page);
    const skip = page.getByRole('navigation', { name: 'Skip' });
    await skip.waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Parley' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Message', { exact: true }).evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it('say at the top what should come of it, until when, and by which agenda, on a phone too', async () => {
    const owner = await openSpace(server, { name: 'Launch', description: 'Decide on the day', agenda: '1. Day' });
    const { page } = await enter(server, owner, wide);
    await live(page);
    const purpose = page.getByRole('button', { name: 'About this space' });
    expect(await purpose.innerText()).toMatch(/ends in .* · Decide on the day · Agenda/);
    await purpose.click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Agenda' }).waitFor();
    const pocket = await enter(server, owner, phone);
    await live(pocket.page);
    await pocket.page.getByRole('button', { name: 'About this space' }).tap();
    await pocket.page.getByRole('dialog').getByText('Decide on the day').waitFor();
    // Two lines of a button do not touch its border.
    const summary = pocket.page.getByRole('button', { name: /^Summary/ });
    const [outer, lines] = await summary.evaluate((it) => {
      const range = it.ownerDocument.createRange();
      range.selectNodeContents(it);
      return [it.getBoundingClientRect().height, range.getBoundingClientRect().height];
    });
    expect(lines).toBeGreaterThan(30);
    expect(outer - lines).toBeGreaterThanOrEqual(8);
    await expectFits(pocket.page);
    await expectAccessible(pocket.page);
  });
});
