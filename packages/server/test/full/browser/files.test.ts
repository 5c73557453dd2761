import { allMessages, invite, join, openSpace } from '@parley/testing';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessibleInBothSchemes, expectFits, live, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

/** An image of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const mostBytes = 10 * 1024 * 1024;

/** A file in a page: its name, its type and an expression for its content. */
type Given = [name: string, type: string, content: string];
const log: Given = ['build.log', 'text/plain', '"ok\\n".repeat(1000)'];
const picture: Given = ['dot.png', 'image/png', `Uint8Array.from(atob("${pixel}"), (each) => each.charCodeAt(0))`];

const dataOf = (files: readonly Given[]) => `(() => {
  const data = new DataTransfer();
  ${files.map(([name, type, content]) => `data.items.add(new File([${content}], ${JSON.stringify(name)}, { type: '${type}' }));`).join('\n')}
  return data;
})()`;
const init = 'bubbles: true, cancelable: true';
const paste = (page: Page, ...files: Given[]) =>
  page.evaluate(
    `document.querySelector('#text').dispatchEvent(new ClipboardEvent('paste', { clipboardData: ${dataOf(files)}, ${init} })) && 0`,
  );
/** Anywhere in the room. */
const drop = (page: Page, ...files: Given[]) =>
  page.evaluate(`for (const type of ['dragover', 'drop'])
    document.querySelector('.timeline').dispatchEvent(new DragEvent(type, { dataTransfer: ${dataOf(files)}, ${init} }))`);

inChromium('files in the room', () => {
  const server = inject('server');
  afterEach(() => closePages());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const attached = (page: Page) => page.getByRole('list', { name: 'Files of this message' }).getByRole('listitem');
  const upload = '**/hub/space/*/file?*';

  async function twoPeople() {
    const owner = await openSpace(server, { name: 'Release', ownerName: 'Maya' });
    const reader = await join(server, await invite(server, owner), 'Jonas');
    return { owner, reader };
  }

  it('are pasted, dropped and chosen, sent with a message, and shown and downloaded without a key in an address', async () => {
    const { owner, reader } = await twoPeople();
    const { page, complaints } = await enter(server, owner, { viewport: { width: 1280, height: 800 } });
    await live(page);
    await paste(page, log);
    await button(page, 'Remove build.log').waitFor();
    await drop(page, picture, ['<img src=x onerror=alert(1)>.txt', 'text/plain', '"hostile"']);
    await attached(page).nth(2).waitFor();
    await button(page, 'Remove dot.png').waitFor();
    await page.getByRole('button', { name: 'Add to the message' }).click();
    await page.getByLabel('Attach files').setInputFiles({ name: 'chosen.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await button(page, 'Remove chosen.txt').click();
    await button(page, 'Remove chosen.txt').waitFor({ state: 'detached' });
    await expectAccessibleInBothSchemes(page);

    // A reload keeps what is uploaded.
    await page.reload();
    await live(page);
    await attached(page).nth(2).waitFor();
    await page.getByLabel('Message', { exact: true }).fill('The build failed');
    await button(page, 'Send').click();
    await page.locator('.message', { hasText: 'The build failed' }).getByRole('list', { name: 'Files' }).waitFor();
    expect(await attached(page).count()).toBe(0);
    const said = (await allMessages(server, owner)).at(-1)!;
    expect(said.attachments?.map(({ bytes, type }) => [bytes, type])).toEqual([
      [3_000, 'text/plain'],
      [70, 'image/png'],
      [7, 'text/plain'],
    ]);

    const jonas = await enter(server, reader, phone);
    const addresses: string[] = [];
    jonas.page.on('request', (request) => addresses.push(request.url()));
    await live(jonas.page);
    const saving = jonas.page.waitForEvent('download');
    await button(jonas.page, 'Download build.log').click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('build.log');
    expect(await readFile(await saved.path(), 'utf8')).toBe('ok\n'.repeat(1_000));
    await button(jonas.page, 'Show dot.png').click();
    const shown = jonas.page.getByRole('img', { name: 'dot.png', exact: true });
    await shown.waitFor();
    expect(await shown.evaluate((image) => (image as unknown as { src: string }).src)).toMatch(/^blob:/);
    await button(jonas.page, 'Hide dot.png').waitFor();
    await shown.click();
    const large = jonas.page.getByRole('dialog', { name: 'dot.png' });
    await large.getByRole('img', { name: 'dot.png, enlarged' }).waitFor();
    await expectAccessibleInBothSchemes(jonas.page);
    await jonas.page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    expect(await shown.evaluate((image) => image.parentElement === image.ownerDocument.activeElement)).toBe(true);
    await expectFits(jonas.page);
    await expectAccessibleInBothSchemes(jonas.page);
    expect(addresses.filter((address) => address.includes(reader.key))).toEqual([]);
    expect([...complaints, ...jonas.complaints]).toEqual([]);
  });

  it('that are too large, or too many, are refused with a reason, and the draft stays', async () => {
    const { reader } = await twoPeople();
    const { page, complaints } = await enter(server, reader);
    await live(page);
    await page.getByLabel('Message', { exact: true }).fill('Look');
    await paste(page, ['film.mp4', 'video/mp4', `new Uint8Array(${mostBytes + 1})`], log);
    await page.getByText('“film.mp4” is too large').waitFor();
    await button(page, 'Remove build.log').waitFor();
    expect(await attached(page).count()).toBe(1);
    await drop(page, ...Array.from({ length: 11 }, (_, i): Given => [`${i}.txt`, 'text/plain', `"${i}"`]));
    await page.getByText('A message can have 10 files: 2 left out.').waitFor();
    await button(page, 'Remove 8.txt').waitFor();
    expect(await attached(page).count()).toBe(10);
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Look');
    await button(page, 'Send').click();
    await page.locator('.message', { hasText: 'Look' }).waitFor();
    expect(await page.getByText('2 left out.').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('show the progress of an upload, which can be cancelled, and tried again when it failed', async () => {
    const { reader } = await twoPeople();
    const { page } = await enter(server, reader);
    await live(page);
    await page.route(upload, () => {
      // It is never answered.
    });
    await paste(page, log);
    await page.getByRole('progressbar', { name: 'Upload of build.log' }).waitFor();
    await page.getByLabel('Message', { exact: true }).fill('Look');
    expect(await button(page, 'Send').isDisabled()).toBe(true);
    await expectAccessibleInBothSchemes(page);
    await button(page, 'Cancel the upload of build.log').click();
    await button(page, 'Cancel the upload of build.log').waitFor({ state: 'detached' });
    expect(await button(page, 'Send').isEnabled()).toBe(true);

    await page.unroute(upload);
    await page.route(upload, (route) => route.abort());
    await paste(page, log);
    await page.getByText('Not uploaded. The connection was lost.').waitFor();
    expect(await button(page, 'Send').isDisabled()).toBe(true);
    await expectAccessibleInBothSchemes(page);
    await page.unroute(upload);
    await button(page, 'Try again to upload build.log').click();
    await button(page, 'Remove build.log').waitFor();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Look');
    await button(page, 'Send').click();
    await button(page, 'Download build.log').waitFor();
  });
});
