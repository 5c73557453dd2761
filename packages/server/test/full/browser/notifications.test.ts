import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, ask, createArtifact, meeting, openSpace, startServer, type Member, type TestServer } from '@parley/testing';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { startPushService } from '../../push-service.ts';
import { enter, expectAccessible, invitation, live, phone, visit } from '../../browser/app.ts';
import { closePages, inChromium } from '../../browser/browsers.ts';

type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Real push services cannot be reached from here, so the browser has a subscription to that of the test. */
const subscribing = ({ subscription }: PushService): string => `
  let found = null;
  Object.defineProperties(PushManager.prototype, {
    getSubscription: { value: async () => found },
    subscribe: { value: async (options) => {
      globalThis.subscribedWith = options;
      return (found = {
        toJSON: () => (${JSON.stringify(subscription)}),
        unsubscribe: async () => ((found = null), true),
      });
    } },
  });`;

/** What the service worker opens when a notification, or one of its buttons, is clicked: only a real click may open a window. */
const clicked = `async (notification, action = '') => {
  const opened = [];
  clients.openWindow = async (address) => void opened.push(address);
  const waits = [];
  const event = Object.defineProperties(new ExtendableEvent('notificationclick'), {
    notification: { value: { ...notification, close() {} } },
    action: { value: action },
    waitUntil: { value: (promise) => waits.push(promise) },
  });
  dispatchEvent(event);
  await Promise.all(waits);
  return opened;
}`;

const dataDir = mkdtempSync(join(tmpdir(), 'parley-notifications-'));

inChromium('notifications', () => {
  let server: TestServer;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const settings = { PARLEY_DATA_DIR: dataDir, LOG_LEVEL: 'warn', PARLEY_RATE_LIMIT: '0' };
    server = await startServer({ ...settings, PARLEY_WAKE_PRIVATE: '1' });
  });
  afterEach(() => closePages());
  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The inbox of a member, in a browser that is allowed to show notifications. */
  async function inboxOf(member: Member, service: PushService, options: BrowserContextOptions = {}): Promise<void> {
    ({ page, complaints } = await enter(server, member, options, async (page) => {
      await page.context().grantPermissions(['notifications'], { origin: server.url });
      await page.addInitScript(subscribing(service));
    }));
    await live(page);
    await page.goto(`${server.url}/inbox`);
  }

  const isOn = () => page.getByText('Notifications are on in this browser.').waitFor();
  const switchOn = async () => {
    await page.getByRole('button', { name: 'Switch on notifications' }).click();
    await isOn();
  };
  const wakeStatus = async (member: Member) => (await ask(server, 'getWake', member)).status;
  const isNotified = (member: Member) =>
    eventually(
      async () => (await wakeStatus(member)) === 200 && (await answer(200, server, 'getWake', member)).state === 'verified',
    );

  it('are switched on by one button, and what is pushed appears', async () => {
    const service = await startPushService();
    const { owner, crew } = await meeting(server, 1, { name: 'Harbour' });
    const [ada] = crew as [Member];
    await inboxOf(ada, service);
    await expectAccessible(page);
    expect(await wakeStatus(ada)).toBe(404);
    await switchOn();
    await expectAccessible(page);
    await isNotified(ada);
    const { publicKey } = await answer(200, server, 'getPushKey', {});
    expect(await page.evaluate('subscribedWith')).toEqual({ userVisibleOnly: true, applicationServerKey: publicKey });

    await answer(200, server, 'sendMessage', owner, { content: 'Confidential', to: [ada.id] });
    await eventually(() => service.received.length === 2);
    expect(service.faults).toEqual([]);
    const shown = await pushed(page, service.received[1]!.message);
    expect(shown).toMatchObject([
      { title: 'Harbour', body: 'A message waits for you.', data: `${server.url}/room/${ada.spaceId}` },
    ]);
    expect(complaints).toEqual([]);
  });

  it('follow what this browser remembers: spaces that are joined later, forgotten, and all when they are switched off', async () => {
    const service = await startPushService();
    const { crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    await inboxOf(ada, service);
    await switchOn();
    await isNotified(ada);

    const { humanLink } = await invitation(server, await openSpace(server, { name: 'Later' }));
    await page.goto(humanLink);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('button', { name: 'Join the space' }).click();
    await live(page);
    await eventually(() => service.received.length === 2);
    const grace = await rememberedIn(page, 'Later');
    await isNotified(grace);

    await page.goto(server.url);
    await page.getByRole('button', { name: 'Forget Later' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await eventually(async () => (await wakeStatus(grace)) === 404);
    expect(await wakeStatus(ada)).toBe(200);

    await page.goto(`${server.url}/inbox`);
    await isOn();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on notifications' }).waitFor();
    await eventually(async () => (await wakeStatus(ada)) === 404);
    await page.reload();
    await page.getByRole('button', { name: 'Switch on notifications' }).waitFor();
    expect(await wakeStatus(ada)).toBe(404);
    await switchOn();
    await isNotified(ada);
    expect(service.faults).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('are told to the server again when the browser has replaced its subscription', async () => {
    const [before, after] = [await startPushService(), await startPushService()];
    const { crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    await inboxOf(ada, before);
    await switchOn();
    await isNotified(ada);
    await page.addInitScript(subscribing(after));
    await page.reload();
    await eventually(() => after.received.length === 1);
    expect((await answer(200, server, 'getWake', ada)).url).toBe(after.origin);
  });

  it('open the room by a click, are not shown to who looks at it, and always show something', async () => {
    const service = await startPushService();
    const { crew } = await meeting(server, 1, { name: 'Harbour' });
    const [ada] = crew as [Member];
    await inboxOf(ada, service);
    await switchOn();
    await eventually(() => page.context().serviceWorkers().length === 1);
    const [worker] = page.context().serviceWorkers();
    const click = (address: string) => worker!.evaluate<string[]>(`(${clicked})(${JSON.stringify({ data: address })})`);
    const room = `${server.url}/room/${ada.spaceId}`;
    expect(await click(room)).toEqual([room]);

    await page.goto(room);
    await live(page);
    await page.bringToFront();
    await deliver(page, {
      web_push: 8030,
      notification: { title: 'Seen', navigate: `https://parley.example/room/${ada.spaceId}` },
    });
    const elsewhere = { title: 'Harbour', navigate: 'https://elsewhere.example/room/../steal' };
    expect(await pushed(page, { web_push: 8030, notification: elsewhere })).toMatchObject([
      { title: 'Harbour', data: `${server.url}/inbox` },
    ]);
    expect(await pushed(page, [])).toContainEqual(
      expect.objectContaining({ title: 'Parley', body: 'Something waits for you.', data: `${server.url}/inbox` }),
    );
  });

  /** A phone that is notified of a decision by a bot about the first version of a text. */
  async function askedOnPhone(options?: readonly { label: string }[]) {
    const service = await startPushService();
    const { owner, crew } = await meeting(server, 1, { name: 'Harbour' });
    const [bot] = crew as [Member];
    const artifactId = await createArtifact(server, bot, '# Plan');
    await inboxOf(owner, service, phone);
    await switchOn();
    await isNotified(owner);
    const wish = { title: 'Publish the plan?', artifact: { artifactId, version: 1 }, options };
    const { decisionId } = await answer(200, server, 'createDecision', bot, wish);
    await eventually(() => service.received.length === 2);
    const { message } = service.received[1]!;
    const shown = (await pushed(page, message)).find(({ tag }) => tag === `decision ${decisionId}`)!;
    const [worker] = page.context().serviceWorkers();
    const press = (action: string) => worker!.evaluate<string[]>(`(${clicked})(${JSON.stringify(shown)}, '${action}')`);
    const said = () =>
      eventually(async () => (await shownIn(page)).find(({ body }) => body !== shown.body && body.includes('nswered')));
    return { owner, bot, artifactId, decisionId, message, shown, press, said };
  }

  it('answer a decision by one of their buttons without opening it, about its version, and say so', async () => {
    const { owner, bot, artifactId, decisionId, message, shown, press, said } = await askedOnPhone();
    expect(JSON.stringify(message)).not.toMatch(/Publish|pprove|eject/);
    expect(JSON.stringify(message)).not.toContain(owner.key);
    expect(shown).toMatchObject({
      title: 'Harbour',
      body: 'A decision waits for you: Publish the plan?',
      data: `${server.url}/room/${owner.spaceId}#decision-${decisionId}`,
      actions: [
        { action: 'approve', title: 'Approve' },
        { action: 'reject', title: 'Reject' },
      ],
    });
    const write = { artifactId, content: '# Plan B', lock: 'auto', baseVersion: 1 };
    await answer(200, server, 'writeArtifact', bot, write);
    expect(await press('approve')).toEqual([]);
    expect(await answer(200, server, 'getDecision', owner, { decisionId })).toMatchObject({
      outcome: 'approve',
      artifact: { version: 1, currentVersion: 2, changedSince: true },
    });
    expect(await said()).toMatchObject({ body: 'You answered: Approve' });
    expect(complaints).toEqual([]);
  });

  it('say that an answer came too late', async () => {
    const { bot, decisionId, press, said } = await askedOnPhone();
    await answer(200, server, 'withdrawDecision', bot, { decisionId });
    expect(await press('approve')).toEqual([]);
    expect(await said()).toMatchObject({ body: 'Not answered. The decision has already ended: it is withdrawn' });
  });

  it('have no buttons where a decision has more options than fit, and open it instead: two taps', async () => {
    const { owner, decisionId, shown, press } = await askedOnPhone([{ label: 'Now' }, { label: 'Later' }, { label: 'Never' }]);
    expect(shown.actions).toEqual([]);
    const address = `${server.url}/room/${owner.spaceId}#decision-${decisionId}`;
    expect(await press('')).toEqual([address]);
    await page.goto(address);
    const panel = page.getByRole('region', { name: 'Decisions', exact: true });
    await panel.getByRole('button', { name: 'Later' }).tap();
    await panel.getByText('Decided: Later').waitFor();
  });

  it('take the keys from the service worker when they are switched off', async () => {
    const { press, owner, decisionId } = await askedOnPhone();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on notifications' }).waitFor();
    const address = `${server.url}/room/${owner.spaceId}#decision-${decisionId}`;
    expect(await press('approve')).toEqual([address]);
    expect(await answer(200, server, 'getDecision', owner, { decisionId })).toMatchObject({ state: 'open' });
  });

  it.each([
    [
      'blocks them',
      `Object.defineProperty(Notification, 'permission', { value: 'denied' })`,
      'This browser blocks notifications',
    ],
    [
      'needs the home screen',
      `delete window.PushManager; Navigator.prototype.standalone = false`,
      'add Parley to the home screen',
    ],
    ['does not know them', `delete window.PushManager`, 'This browser cannot show notifications'],
  ])('tell what to do in a browser that %s', async (_, script, words) => {
    const { crew } = await meeting(server, 1);
    ({ page, complaints } = await enter(server, crew[0]!, {}, async (page) => void (await page.addInitScript(script))));
    await live(page);
    expect(await page.getByRole('complementary').getByText('otification').count()).toBe(0);
    await page.goto(`${server.url}/inbox`);
    await page.getByText(words).waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('leave no other way to register a service worker', async () => {
    ({ page } = await visit(server.url));
    await expect(page.evaluate(`navigator.serviceWorker.register('/sw.js')`)).rejects.toThrow(/TrustedScriptURL/);
    await expect(page.evaluate(`trustedTypes.createPolicy('another', {})`)).rejects.toThrow(/policy/i);
  });

  it('come with a manifest that browsers can install the app with', async () => {
    ({ page, complaints } = await visit(`${server.url}/inbox`));
    const cdp = await page.context().newCDPSession(page);
    const { url, errors } = await cdp.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${server.url}/manifest.webmanifest`, []]);
    // A window without a profile can install nothing.
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: string;
  actions: readonly { action: string; title: string }[];
}

/** Who somebody is in a space, as this browser remembers it. */
async function rememberedIn(page: Page, name: string): Promise<Member> {
  const found = await page.evaluate<{ spaceId: string; participantId: string; key: string }>(
    `Object.values(localStorage).map((text) => JSON.parse(text)).find(({ spaceName }) => spaceName === '${name}')`,
  );
  return { spaceId: found.spaceId, id: found.participantId, key: found.key };
}

/** Hands a message to the service worker, as the browser does. */
async function deliver(page: Page, message: object): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(cdp);
  const { origin } = new URL(page.url());
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
}

const shownIn = (page: Page): Promise<Shown[]> =>
  page.evaluate(
    `navigator.serviceWorker.ready
      .then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title, body, tag, data, actions }) => ({ title, body, tag, data, actions })))`,
  );

/**
 * The notifications that are shown after another message. While Chromium starts, it removes notifications that it does not know from before,
 * and can remove one that was just shown: the message is handed over again then.
 */
async function pushed(page: Page, message: object): Promise<Shown[]> {
  const before = await shownIn(page);
  const isShown = async () => (await shownIn(page)).length > before.length;
  await eventually(async () => {
    await deliver(page, message);
    return eventually(isShown, 10_000).catch(() => false);
  });
  return shownIn(page);
}

async function registrationOf(cdp: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  return found;
}
