import { createServer, type AddressInfo } from 'node:net';
import {
  answer,
  asName,
  ask,
  elsewhere,
  hostile,
  invite,
  openSpace,
  type Input,
  type KeyHolder,
  type Member,
} from '@parley/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { enter, invitation, live, visit } from '../../browser/app.ts';
import { closePages, inChromium, newPage } from '../../browser/browsers.ts';

/** All but imitations, which only models could obey, and what is refused because nobody sees it. */
const { markup, controls, invisible, syntax } = hostile;
const payloads: readonly string[] = [...markup, ...controls, ...invisible, ...syntax].filter((text) => text.trim() !== '');
const all = payloads.join('\n\n');
/** Texts that a field refuses are no danger there: names must be short and have no line breaks. */
const fitting = (most: number, texts: readonly string[] = payloads): string[] =>
  texts.filter((text) => text.length <= most && !/[\n\v\f\r\u0001\u0085\u2028\u2029]/.test(text));
const notes = payloads.filter((text) => text.length <= 500 && !text.includes('\u0001'));

inChromium('hostile texts', () => {
  const server = inject('server');
  /** Connections to the host that payloads ask. A request that the policy blocks makes none. */
  let reached = 0;
  let options: BrowserContextOptions;
  /** The way to all hosts but this one; Chromium itself asks for some too. */
  const proxy = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (asked) => {
      if (asked.includes(new URL(elsewhere).host)) reached += 1;
      socket.destroy();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((listens) => proxy.listen(0, '127.0.0.1', listens));
    const { port } = proxy.address() as AddressInfo;
    options = { proxy: { server: `http://127.0.0.1:${port}`, bypass: '127.0.0.1' } };
  });
  afterEach(() => closePages());
  afterAll(async () => {
    proxy.close();
  });

  /** Reports what a browser notices, besides console and requests, of every frame of the page. */
  async function watch(page: Page, complaints: string[]): Promise<void> {
    await page.exposeFunction('owned', () => void complaints.push('a payload ran'));
    await page.exposeFunction('violated', (what: string) => void complaints.push(`policy: ${what}`));
    await page.addInitScript(
      `document.addEventListener('securitypolicyviolation', (event) => violated(event.violatedDirective + ' ' + event.blockedURI))`,
    );
    page.on('popup', (popup) => complaints.push(`opened ${popup.url()}`));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() && !/^(about|blob|chrome-error):/.test(frame.url()))
        complaints.push(`went to ${frame.url()}`);
    });
  }

  const joinAs = async (space: KeyHolder, fields: Input): Promise<Member> => {
    const { participantId, participantPrivateKey } = await answer(200, server, 'joinSpace', space, fields);
    return { spaceId: space.spaceId, id: participantId, key: participantPrivateKey };
  };
  const canRun = (page: Page) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(({ name, value }) => /^on|^(srcdoc|style)$/.test(name) || /^\\s*(javascript|vbscript|data:text)/i.test(value))
        // Lines that are far away leave their height.
        .filter(({ name, value }) => !(name === 'style' && element.matches('ol.lines') && /^(height: [\\d.]+(px|rem);)?$/.test(value)))
        .map(({ name, value }) => element.localName + ' ' + name + '=' + value))`);
  const fromElsewhere = (page: Page) =>
    page.evaluate<
      string[]
    >(`[...document.querySelectorAll('[src], [srcset], [poster], link, form')].map((element) => element.cloneNode(false).outerHTML)
      .filter((html) => html.includes('${elsewhere}'))`);

  async function expectHarmless(page: Page, complaints: readonly string[]): Promise<void> {
    await page.waitForTimeout(300);
    expect([complaints, reached]).toEqual([[], 0]);
    expect(await canRun(page)).toEqual([]);
    expect(await fromElsewhere(page)).toEqual([]);
  }

  it('are many', () => expect(new Set(payloads).size).toBeGreaterThanOrEqual(60));

  it(
    'are shown as text in messages of every type, names, roles, artifacts, proposals and notes',
    { timeout: 300_000 },
    async () => {
      const owner = await openSpace(server, {
        name: asName(payloads[0]!, 200),
        description: [...all].slice(0, 4_000).join(''),
        agenda: all,
      });
      const space = await invite(server, owner);
      const reader = await joinAs(space, { name: 'Reader', isHuman: true });
      const names = fitting(80);
      const crew = await Promise.all(names.map((name) => joinAs(space, { name: asName(`N${name}`, 80), role: name })));
      const sender = crew[0]!;
      const say = (member: Member, fields: Input) => answer(200, server, 'sendMessage', member, fields);
      for (const content of payloads) {
        await say(sender, { content });
        await say(sender, { content, type: 'html' });
        // Only addresses are images.
        await ask(server, 'sendMessage', sender, { content, type: 'image' });
        await say(sender, { content: `${elsewhere}/${content}`, type: 'image' });
      }
      for (const name of fitting(199)) {
        const made = { name: asName(`N${name}`, 200), type: 'markdown', content: all };
        await answer(200, server, 'createArtifact', owner, made);
      }
      const plan = await answer(200, server, 'createArtifact', reader, { name: 'Plan', type: 'markdown', content: 'Plan' });
      for (const note of notes.slice(0, 50)) {
        await answer(200, server, 'createProposal', sender, { artifactId: plan.id, baseVersion: 1, append: `\n${note}`, note });
      }
      for (const [i, note] of notes.entries()) {
        const bot = crew[i % crew.length]!;
        await say(bot, { content: note, to: [reader.id] });
        await say(reader, { content: note, to: [bot.id] });
        const { deliveries } = await answer(200, server, 'listDeliveries', bot, { role: 'addressee', state: 'open' });
        const { deliveryId } = deliveries.at(-1)!;
        await ask(server, 'claimDelivery', bot, { deliveryId });
        await answer(200, server, 'settleDelivery', bot, { deliveryId, outcome: 'declined', note });
      }

      await say(reader, { content: 'That is all' });

      const { page, complaints } = await enter(server, reader, options, watch);
      await live(page);
      const conversation = page.getByRole('main', { name: 'Conversation' });
      await conversation.getByText('That is all').last().waitFor();
      await expectHarmless(page, complaints);
      const log = conversation.getByRole('group', { name: 'Messages' });
      const earlier = page.getByRole('button', { name: 'Earlier messages' });
      while ((await earlier.count()) > 0) {
        await log.press('Home');
        await page.waitForTimeout(250);
      }
      await log.press('Home');
      await conversation.getByText(payloads[0]!).first().waitFor();
      // Only lines near what is visible are in the page.
      const hasMore = () => log.evaluate((it) => it.scrollTop + it.clientHeight < it.scrollHeight - 1);
      const onward = () =>
        log.evaluate(async (it) => {
          it.scrollBy({ top: it.clientHeight });
          for (let i = 0; i < 2; i += 1) await new Promise((painted) => requestAnimationFrame(painted));
        });
      for (let more = true; more; more = await hasMore()) {
        expect(await canRun(page)).toEqual([]);
        expect(await fromElsewhere(page)).toEqual([]);
        await onward();
      }
      await expectHarmless(page, complaints);

      // Frames run nothing either: the browser reports what it kept them from. What was opened stays.
      const buttons = page.getByRole('button', { name: 'Show as a page' });
      let opened = 0;
      await log.press('Home');
      for (let more = true; more; more = await hasMore()) {
        // A real click on each takes as long as all else here.
        opened += await buttons.evaluateAll((all) => {
          (all as HTMLElement[]).forEach((button) => button.click());
          return all.length;
        });
        await onward();
      }
      expect(opened).toBeGreaterThan(50);
      await buttons.first().waitFor({ state: 'detached' });
      await page.waitForTimeout(2_000);
      expect(reached).toBe(0);
      const isKept = /^asked|blocked|violates|refused|policy:|Unsafe attempt/i;
      expect(complaints.filter((complaint) => !isKept.test(complaint))).toEqual([]);
      expect(
        await page.locator('iframe').evaluateAll((frames) => frames.every((frame) => frame.getAttribute('sandbox') === '')),
      ).toBe(true);
      expect(page.context().pages()).toHaveLength(1);
    },
  );

  it('are shown as text by the invitation, and by the room of a space with such a name', { timeout: 300_000 }, async () => {
    const { page, complaints } = await visit(server.url, options, watch);
    for (const text of payloads) {
      const owner = await openSpace(server, {
        name: asName(`N${text}`, 200),
        description: text,
        agenda: text,
        ownerName: asName(`N${text}`, 80),
      });
      await page.goto((await invitation(server, owner, fitting(120).includes(text) ? { role: text } : {})).humanLink);
      await page.getByLabel('Your name').waitFor();
    }
    await expectHarmless(page, complaints);
    await page.getByLabel('Your name').fill('Reader');
    await page.getByRole('button', { name: 'Join the space' }).click();
    await live(page);
    await expectHarmless(page, complaints);
    expect(await page.title()).not.toBe('');
  });

  it('are shown as text in all parts of a document', { timeout: 300_000 }, async () => {
    const owner = await openSpace(server);
    const lines = fitting(100);
    const matter = lines.slice(0, 60).map((text, i) => `key${i}: ${text}`);
    const parts = lines.flatMap((text, i) => [
      `# ${text}`,
      `${text}[^${i}] [^${text}]`,
      `[^${i}]: ${text}`,
      `[^${text}]: ${text}`,
      `> [!NOTE]\n> ${text}`,
      `<details>\n<summary>${text}</summary>\n\n${text}\n\n</details>`,
      `<kbd>${text}</kbd> <sub ${text}>a</sub> <!-- ${text} -->`,
      `[a](<${text}>) [b](${text}) ![c](<${text}>) [d](#${text})`,
      `| ${text} |\n|-|\n| ${text} |`,
      `\`\`\`html\n${text}\n\`\`\``,
      `- [ ] ${text}`,
    ]);
    const content = `---\n${matter.join('\n')}\n---\n${parts.join('\n\n')}`;
    const { id } = await answer(200, server, 'createArtifact', owner, { name: 'Plan', type: 'markdown', content });
    const { page, complaints } = await enter(server, owner, options, watch);
    await page.goto(`${server.url}/room/${owner.spaceId}#artifact-${id}`);
    const document = page.locator('.artifact-text');
    await document.getByText('Front matter').click();
    await document.getByText('Contents', { exact: true }).click();
    await document.locator('.hljs-tag').first().waitFor();
    // Each is pressed, of what leads elsewhere in the text.
    await document.locator('.lead').evaluateAll((all) => (all as HTMLElement[]).forEach((link) => link.click()));
    await expectHarmless(page, complaints);
    expect(new URL(page.url()).hash).toBe(`#artifact-${id}`);
    expect(await document.locator('[id], [name]').count()).toBe(0);
    expect(page.context().pages()).toHaveLength(1);
  });

  it('are shown as text by the board of tasks, by a task, and as names of files', { timeout: 300_000 }, async () => {
    const owner = await openSpace(server, { tasksPerParticipant: 500 });
    const space = await invite(server, owner);
    const [reader, worker] = [await joinAs(space, { name: 'Reader' }), await joinAs(space, { name: 'Worker' })];
    const titles = fitting(200);
    const text = all;
    const prepare = async (title: string, i: number) => {
      const { taskId } = await answer(200, server, 'createTask', reader, { title, text });
      if (i % 3 === 0) return;
      await answer(200, server, 'claimTask', worker, { taskId });
      await answer(200, server, 'submitTask', worker, { taskId, evidence: { note: title } });
      if (i % 3 === 1) await answer(200, server, 'returnTask', reader, { taskId, note: title });
    };
    await Promise.all(titles.map(prepare));
    // The bytes of control characters are no name of a file.
    const names = fitting(150, markup);
    const attachments: string[] = [];
    for (const name of names.slice(-10))
      attachments.push((await answer(200, server, 'createFile', worker, { name: asName(name, 150) })).fileId);
    await answer(200, server, 'sendMessage', worker, { content: 'Files', attachments });

    const { page, complaints } = await enter(server, reader, options, watch);
    await live(page);
    await page.getByRole('link', { name: 'Board' }).click();
    for (const column of ['Open', 'In progress', 'Submitted']) await page.getByRole('heading', { name: column }).waitFor();
    await expect.poll(() => page.locator('.board .task').count(), { timeout: 60_000 }).toBe(titles.length);
    await expectHarmless(page, complaints);
    for (const state of ['open', 'claimed', 'submitted']) {
      await page.locator(`[aria-labelledby="tasks-${state}"] .task-title`).first().click();
      await page.locator('.task-head + .prose').getByText(payloads[0]!).first().waitFor();
      await expectHarmless(page, complaints);
      await page.getByRole('link', { name: 'All tasks' }).click();
    }
    await page.goto(`${server.url}/room/${owner.spaceId}`);
    await live(page);
    await page.locator('.files .file').last().waitFor();
    await expectHarmless(page, complaints);

    await page.route('**/hub/space/*/file?*', () => {
      // Files with their names of this machine are shown while they are uploaded.
    });
    const pasted = names.slice(0, 10);
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      for (const name of ${JSON.stringify(pasted)}) data.items.add(new File(['x'], name));
      const init = { clipboardData: data, bubbles: true, cancelable: true };
      document.querySelector('#text').dispatchEvent(new ClipboardEvent('paste', init));
    })()`);
    await page.getByRole('list', { name: 'Files of this message' }).getByText(pasted.at(-1)!).first().waitFor();
    await expectHarmless(page, complaints);
  });

  it('would be noticed if they reached another host', async () => {
    const page = await newPage(options);
    await page.goto(elsewhere).catch(() => undefined);
    expect(reached).toBeGreaterThan(0);
  });
});
