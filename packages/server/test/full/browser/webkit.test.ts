import { allMessages, answer, createArtifact, freePort, join as joinAs, openSpace, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { invitation } from '../../browser/app.ts';
import { hasWebKit, WebKit } from '../../browser/webkit.ts';

if (!hasWebKit) console.warn('SKIPPED: the app in WebKit, because webkit2gtk-driver or xvfb was not found');

const [enter, control] = ['\uE007', '\uE009'];

/** Each test continues where the one before it has stopped. */
describe.skipIf(!hasWebKit)('the app in WebKit', () => {
  const server = inject('server');
  let webkit: WebKit;
  let maya: Member;
  let bot: Member;
  beforeAll(async () => {
    webkit = await WebKit.open(await freePort());
  });
  afterAll(async () => {
    await webkit?.stop();
  });

  const button = (name: string) => `//button[normalize-space()="${name}" or @aria-label="${name}"]`;
  const labelled = (name: string) => `//*[@id=//label[contains(normalize-space(), "${name}")]/@for]`;
  const composer = '//textarea[@id="text"]';
  const message = (text: string) => `//li[starts-with(@class, "message")][contains(., "${text}")]`;
  /** From now on, until the page is left. */
  const collectComplaints = () =>
    webkit.run(`window.complaints = [];
      for (const type of ['securitypolicyviolation', 'error', 'unhandledrejection'])
        addEventListener(type, (event) => complaints.push(type + ' ' + (event.violatedDirective ?? event.message ?? event.reason)));`);

  it('creates a space at home', async () => {
    await webkit.go(server.url);
    await webkit.fill(labelled('What is it about?'), 'Launch');
    await webkit.fill(labelled('Your name'), 'Maya');
    await webkit.click(button('Create the space'));
    await webkit.find('//h1[.="Launch"]');
    await collectComplaints();
    const [kept = ''] = await webkit.run<string[]>(
      'return Object.keys(localStorage).filter((name) => name.startsWith("parley space ")).map((name) => localStorage.getItem(name))',
    );
    const { spaceId, participantId, key } = JSON.parse(kept) as Record<string, string>;
    maya = { spaceId: spaceId!, id: participantId!, key: key! };
    bot = await joinAs(server, await invitation(server, maya), 'Bot');
    await webkit.find(`//*[@class="note"][contains(., "Bot joined")]`);
    expect(await webkit.run('return location.href')).toBe(`${server.url}/room/${maya.spaceId}`);
  });

  it('shows and sends messages', async () => {
    await answer(200, server, 'sendMessage', bot, { content: 'Hello **Maya**' });
    await webkit.find(`${message('Hello')}//strong[.="Maya"]`);
    await webkit.fill(composer, `Hello yourself${enter}`);
    await webkit.find(message('Hello yourself'));
    expect((await allMessages(server, maya)).map(({ content }) => content)).toEqual(['Hello **Maya**', 'Hello yourself']);
  });

  it('directs a message, and shows who answered', async () => {
    await webkit.fill(composer, '@Bo');
    await webkit.find('//*[@role="option"][contains(., "Bot")]');
    await webkit.fill(composer, enter);
    await webkit.fill(composer, `can we release?${enter}`);
    await webkit.find(`${message('can we release?')}//*[.="queued"]`);
    const asked = (await allMessages(server, bot)).at(-1)!;
    expect(asked).toMatchObject({ content: '@Bot can we release?', to: [bot.id] });
    await answer(200, server, 'sendMessage', bot, { content: 'Yes', replyTo: asked.id });
    await webkit.find(`${message('can we release?')}//*[.="answered"]`);
  });

  it('writes an artifact in the editor, under the same policy', async () => {
    const artifactId = await createArtifact(server, bot, '# Plan\n');
    await webkit.click('//aside//a[contains(., "Plan")]');
    await webkit.click('//a[.="Edit"]');
    await webkit.find('//div[@id="artifact-content"]');
    const shadow = 'document.querySelector("#artifact-content").shadowRoot';
    expect(await webkit.run(`return getComputedStyle(${shadow}.querySelector('.cm-line span:last-child')).fontWeight`)).toBe(
      '700',
    );
    await webkit.type('Our ');
    await webkit.press(control, 's');
    await webkit.find('//*[@role="status"][contains(., "Saved as version 2.")]');
    expect((await answer(200, server, 'getArtifact', maya, { artifactId })).content).toBe('Our # Plan\n');
    expect(await webkit.run('return complaints')).toEqual([]);
  });

  it('joins a long conversation by an invitation, and opens it at its end', async () => {
    const other = await openSpace(server, { name: 'Another talk' });
    for (let i = 0; i < 200; i += 1) await answer(200, server, 'sendMessage', other, { content: `Step ${i}` });
    await webkit.go((await invitation(server, other)).humanLink);
    await webkit.fill(labelled('Your name'), 'Maya');
    await webkit.click(button('Join the space'));
    await webkit.find(composer);
    await webkit.find('//h1[.="Another talk"]');
    const { participants } = await answer(200, server, 'getSpace', other);
    expect(participants.map(({ name }) => name)).toEqual(['Owner', 'Maya']);
    const isLastInSight = `return (() => {
      const { top, bottom } = [...document.querySelectorAll('li.message')].at(-1).getBoundingClientRect();
      const visible = document.querySelector('.timeline').getBoundingClientRect();
      return top >= visible.top && bottom <= visible.bottom + 1;
    })()`;
    await webkit.find(message('Step 199'));
    await expect.poll(() => webkit.run(isLastInSight)).toBe(true);
    await webkit.go(await webkit.run('return location.href'));
    await webkit.find(message('Step 199'));
    await expect.poll(() => webkit.run(isLastInSight)).toBe(true);
    // Only what is near is in the page, also after a jump.
    const drawn =
      'return [...document.querySelectorAll("li.message")].map((line) => Number(line.textContent.match(/Step (\\d+)/)[1]))';
    await webkit.run('document.querySelector(".timeline").scrollTop = 600');
    await expect.poll(async () => Math.max(...(await webkit.run<number[]>(drawn)))).toBeLessThan(199);
    await webkit.run('document.querySelector(".timeline").scrollTop = 1e6');
    await expect.poll(async () => Math.max(...(await webkit.run<number[]>(drawn)))).toBe(199);
  });

  it('limits the conversation to what is for one, and sums up what came of it', async () => {
    await webkit.go(`${server.url}/room/${maya.spaceId}?only=me`);
    await webkit.find(message('can we release?'));
    expect(await webkit.run('return document.body.textContent.includes("Hello Maya")')).toBe(false);
    await webkit.click(button('Show everything'));
    await webkit.find(message('Hello Maya'));
    await webkit.click('//button[contains(., "About this space")]');
    await webkit.click('//button[contains(., "Summary")]');
    await webkit.find('//*[contains(@class, "summary")]//a[contains(., "Plan")]');
  });

  it('mutes and removes a participant', async () => {
    await webkit.go(`${server.url}/room/${maya.spaceId}`);
    await webkit.click(button('Moderate Bot'));
    await webkit.click(button('Mute'));
    await webkit.find(`//*[@class="note"][contains(., "Bot was muted")]`);
    await answer(403, server, 'sendMessage', bot, { content: 'Hello?' });
    await webkit.click(button('Remove…'));
    await webkit.click(button('Remove'));
    await webkit.find(`//*[@class="note"][contains(., "Bot was removed")]`);
    await answer(401, server, 'getSpace', bot);
  });

  it('closes the space', async () => {
    await webkit.click(button('Settings'));
    await webkit.click(button('Close the space…'));
    await webkit.click(button('Close it for everyone'));
    await webkit.find('//*[contains(., "closed this space.")]');
    await answer(401, server, 'getSpace', maya);
  });
});
