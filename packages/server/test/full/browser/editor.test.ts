import { answer, createArtifact, join as joinAs, openSpace, type Member } from '@parley/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { enter, expectAccessible, expectFits, invitation, phone } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

const files = '**/assets/code-editor-*.js';

inChromium('the editor of an artifact', () => {
  const server = inject('server');
  let owner: Member;
  let page: Page;
  let complaints: string[];
  afterEach(() => closePages());

  /** Opens an artifact for editing. */
  async function edit(
    content: string,
    options?: BrowserContextOptions,
    prepare?: (page: Page) => Promise<void>,
  ): Promise<string> {
    owner = await openSpace(server);
    const artifactId = await createArtifact(server, owner, content);
    ({ page, complaints } = await enter(server, owner, options, prepare));
    await page.goto(`${server.url}/room/${owner.spaceId}#artifact-${artifactId}/edit`);
    await editor().waitFor();
    return artifactId;
  }

  const editor = () => page.getByLabel('Text, in Markdown');
  const field = () => page.locator('textarea#artifact-content');
  const press = (keys: string) => page.keyboard.press(keys);
  const type = (text: string) => page.keyboard.insertText(text);
  const saved = (version: number) => page.getByText(`Saved as version ${version}.`).waitFor();
  const stored = async (artifactId: string) => (await answer(200, server, 'getArtifact', owner, { artifactId })).content;
  const styleOf = (text: string, property: string) =>
    editor()
      .getByText(text)
      .first()
      .evaluate((it, name) => getComputedStyle(it).getPropertyValue(name), property);
  const weight = (text: string) => styleOf(text, 'font-weight');
  /** Also where the browser asks whether to leave. */
  async function reload() {
    page.removeAllListeners('dialog');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
  }

  it.each(['light', 'dark'] as const)(
    'formats Markdown while it is written, by styles that the policy permits (%s)',
    async (colorScheme) => {
      await edit('# Plan\n\nWe **agree**, see https://example.org and `code`.\n', { colorScheme });
      expect(await field().count()).toBe(0);
      expect([await weight('Plan'), await weight('agree'), await weight('see')]).toEqual(['700', '700', '400']);
      await expectAccessible(page);
      await press('Control+f');
      await page.getByRole('textbox', { name: 'Find' }).fill('agree');
      await expectAccessible(page);
      expect(complaints).toEqual([]);
    },
  );

  it('needs only a keyboard: it has the focus, Tab leaves it, and Ctrl-S saves', async () => {
    const id = await edit('One\n');
    await press('Control+End');
    await type('Two');
    await press('Control+s');
    await saved(2);
    expect(await stored(id)).toBe('One\nTwo');
    await press('Tab');
    await type('Because');
    expect(await page.getByLabel('Why this change?').inputValue()).toBe('Because');
    await press('Shift+Tab');
    await press('Enter');
    await type('Three');
    await press('Control+s');
    await saved(3);
    expect(await stored(id)).toBe('One\nTwo\nThree');
    expect(complaints).toEqual([]);
  });

  it('undoes what was typed before a save, a renewal of the lock, a preview, and a discarded text', async () => {
    const id = await edit('One\n');
    await type('Zero ');
    await press('Control+s');
    await saved(2);
    await answer(200, server, 'heartbeatArtifactLock', owner, { artifactId: id });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByLabel('Preview').getByText('Zero One').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await editor().focus();
    await press('Control+z');
    await press('Control+s');
    await saved(3);
    expect(await stored(id)).toBe('One\n');

    await type('Lost ');
    await reload();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await editor().getByText('Lost').waitFor({ state: 'detached' });
    await editor().focus();
    await press('Control+z');
    await editor().getByText('Lost').waitFor();
    expect(complaints).toEqual([]);
  });

  it('says nothing about the end of its lock while that is renewed, and how much time is left once it cannot be', async () => {
    await edit('One\n', undefined, (opened) => opened.clock.install());
    const line = page.locator('.lock-line');
    const calm = 'Nobody else can write while this is open.';
    await line.getByText(calm).waitFor();
    for (let minute = 0; minute < 3; minute += 1) {
      const renewal = page.waitForResponse((response) => response.url().endsWith('/lock/heartbeat') && response.ok());
      await page.clock.fastForward(61_000);
      await renewal;
      expect((await line.innerText()).trim()).toBe(calm);
    }
    await page.route('**/lock/heartbeat', (route) => route.abort());
    // The lock lasts ten minutes, of which three have passed for the page alone.
    await page.clock.fastForward(330_000);
    await line
      .getByText(/^Your lock could not be renewed\. Nobody else can write for 1:\d\d; what you wrote is kept here\.$/)
      .waitFor();
    await expectAccessible(page);
  });

  it('keeps what was typed when the page goes away', async () => {
    await edit('One\n');
    await type('Kept ');
    await reload();
    await page.getByText('which is not saved').waitFor();
    expect(await editor().innerText()).toContain('Kept One');
  });

  it('has every key that is typed while saves are answered', async () => {
    const id = await edit('');
    const words = Array.from({ length: 40 }, (_, i) => `word${i} `);
    for (const [i, word] of words.entries()) {
      await page.keyboard.type(word);
      if (i % 10 === 5) await press('Control+s');
    }
    // While a save is on its way, no other one begins.
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.poll(() => save.isEnabled()).toBe(true);
    await press('Control+s');
    await expect.poll(() => stored(id)).toBe(words.join(''));
    await page.getByText('Saved as version').waitFor();
    expect(complaints).toEqual([]);
  });

  it('saves again what was typed during a save, if it was asked to meanwhile', async () => {
    const id = await edit('');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/artifact/**', async (route) => {
      if (route.request().method() === 'PATCH') await answered;
      await route.continue();
    });
    await type('first ');
    const saving = page.waitForRequest((request) => request.method() === 'PATCH');
    await press('Control+s');
    await saving;
    await type('and newest');
    await press('Control+s');
    answer();
    await saved(3);
    expect(await stored(id)).toBe('first and newest');
    await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('writes a text of one MiB', async () => {
    const line = 'A line with **bold** words, and a [link](https://example.org).\n';
    const id = await edit(line.repeat(Math.floor((2 ** 20 - 100) / line.length)));
    await press('Control+End');
    await type('The end');
    await press('Control+Home');
    await type('The start\n');
    await press('Control+s');
    await saved(2);
    const text = await stored(id);
    expect([text.slice(0, 10), text.slice(-7), text.length > 2 ** 20 - 200]).toEqual(['The start\n', 'The end', true]);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['', {}],
    [' in a plain field', phone],
  ])('saves the line endings that the text has%s', async (_, options) => {
    const id = await edit('\uFEFFOne\r\nTwo\nThree\r\n\r\nFive', options);
    await press('Control+End');
    await type('\nSix');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(2);
    expect(await stored(id)).toBe('\uFEFFOne\r\nTwo\nThree\r\n\r\nFive\r\nSix');
    await type('teen');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(3);
    expect(await stored(id)).toBe('\uFEFFOne\r\nTwo\nThree\r\n\r\nFive\r\nSixteen');
    expect(complaints).toEqual([]);
  });

  it('makes Markdown of what is pasted from a page or a table, in which nothing runs', async () => {
    const id = await edit('');
    const paste = (types: Record<string, string>) =>
      editor().evaluate((it, given) => {
        const clipboardData = new DataTransfer();
        for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
        it.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, types);
    const html =
      '<meta charset="utf-8"><script>document.title = "ran"</script><style>* { display: none }</style>' +
      '<b style="font-weight: normal"><h2>The <em>plan</em></h2><p>One<br>two <b>three </b>and <a href="https://a.example/(b)">four</a>' +
      ' <a href="javascript:document.title = 1">five</a></p></b>' +
      '<table><tr><td>Task</td><td>Owner</td></tr><tr><td><p>a|b</p><p><b>c</b></p></td></tr></table>' +
      '<ul><li>x <s>y</s><ol><li>z</li></ol></li></ul><pre>a\n  ```\n</pre><blockquote>said</blockquote>' +
      `<table><tr><td>${'<i>'.repeat(3_000)}deep</td></tr></table>`;
    await paste({ 'text/plain': 'Task\tOwner', 'text/html': html });
    await editor().getByText('| Task | Owner |').waitFor();
    await press('Enter');
    await paste({ 'text/plain': 'let a;', 'text/html': '<div style="color: red"><span>let</span> a;</div>' });
    await editor().getByText('let a;').waitFor();
    await press('Enter');
    await paste({ 'text/plain': 'let b;', 'text/html': '<b>let</b> b;', 'vscode-editor-data': '{}' });
    await editor().getByText('let b;').waitFor();
    await press('Control+s');
    await saved(2);
    const [written, after] = (await stored(id)).split(/\n\n\**deep\**\n/);
    expect(written).toBe(
      '## The *plan*\n\nOne\\\ntwo **three** and [four](https://a.example/%28b%29) five\n\n' +
        '| Task | Owner |\n| --- | --- |\n| a\\|b **c** |  |\n\n- x ~~y~~\n  1. z\n\n````\na\n  ```\n````\n\n> said',
    );
    expect(after).toBe('let a;\nlet b;');
    expect(await page.title()).not.toMatch(/ran|1$/);
    // The parser reports the styles that it leaves out.
    expect(complaints.filter((each) => !each.includes('Applying inline style'))).toEqual([]);
  });

  it('gives each line the direction of its script', async () => {
    await edit('Hello\n\u05e9\u05dc\u05d5\u05dd\n');
    const direction = (text: string) => styleOf(text, 'direction');
    expect([await direction('Hello'), await direction('\u05e9\u05dc\u05d5\u05dd')]).toEqual(['ltr', 'rtl']);
  });

  it('is a plain field without the code of the editor, which nothing is lost without', async () => {
    const id = await edit('One\n', {}, async (opened) => void (await opened.route(files, (route) => route.abort())));
    await page.locator('textarea#artifact-content:focus').waitFor();
    await press('Control+End');
    await type('Two');
    await press('Control+s');
    await saved(2);
    expect(await stored(id)).toBe('One\nTwo');
  });

  it('is a plain field on a phone, which does not load the code of the editor', async () => {
    const asked: string[] = [];
    await edit('One\n', phone, async (opened) => void opened.on('request', (request) => asked.push(request.url())));
    await field().fill('One\nTwo');
    await page.getByRole('button', { name: 'Save and close' }).click();
    await saved(2);
    expect(asked.filter((url) => url.includes('editor'))).toEqual([]);
    await expectFits(page);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('is loaded by nobody who only reads', async () => {
    owner = await openSpace(server);
    const artifactId = await createArtifact(server, owner, '# Plan');
    const reader = await joinAs(server, await invitation(server, owner), 'Reader');
    const asked: string[] = [];
    ({ page } = await enter(server, reader, {}, async (opened) => {
      opened.on('request', (request) => asked.push(request.url()));
    }));
    await page.goto(`${server.url}/room/${owner.spaceId}#artifact-${artifactId}`);
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    expect(asked.filter((url) => url.includes('editor'))).toEqual([]);
  });
});
