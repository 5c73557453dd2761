import { chromiumPath, openBrowser } from '@parley/testing/chromium';
import { openMeeting, post } from '../meeting.ts';
import { content } from '../message.ts';
import { medianOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost } from '../table.ts';

const script = 'first load of a room in a browser: script';
const message = 'first load of a room on a slow phone: its first message';
const missing = 'no Chromium was found';
/** A phone on a slow network: bytes per second, and milliseconds of a round trip. */
const network = { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 };
const timesSlower = 4;
const waitMs = 120_000;

interface Load {
  ms: number;
  scriptBytes: number;
}

/** What somebody waits for who opens a room for the first time. */
export const room: Measure = async (stage) => {
  if (chromiumPath === undefined) return [script, message].map((work) => ({ work, skipped: missing }));
  const load = await loading(stage);
  const loads: Load[] = [];
  for (let round = 0; round < stage.pace.rounds; round += 1) loads.push(await load());
  const [least, most] = [Math.min(...loads.map(({ ms }) => ms)), Math.max(...loads.map(({ ms }) => ms))];
  return [
    {
      work: script,
      value: medianOf(loads, ({ scriptBytes }) => scriptBytes) / 1_000,
      unit: 'kB',
      goal: atMost(55),
      figures: 'compressed, until its first message shows; with what formats Markdown',
    },
    {
      work: message,
      value: medianOf(loads, ({ ms }) => ms) / 1_000,
      unit: 's',
      goal: atMost(3),
      figures: `${(least / 1_000).toFixed(2)} to ${(most / 1_000).toFixed(2)} s in ${loads.length} loads; 1.6 Mbit/s, 150 ms, CPU ÷ ${timesSlower}`,
    },
  ];
};

export const roomCosts: Prepare = async (stage) => {
  if (chromiumPath === undefined) throw new Error(missing);
  const load = await loading(stage);
  return { [`${script}, bytes`]: async () => (await load()).scriptBytes, [`${message}, ms`]: async () => (await load()).ms };
};

/** Each load is in a browser context of its own, with an empty cache. */
async function loading(stage: Stage): Promise<() => Promise<Load>> {
  const { url } = await stage.serve();
  const { spaceId, ownerId: participantId, ownerKey: key } = await openMeeting(url);
  await post(`${url}/hub/space/${spaceId}/messages`, key, { content, type: 'text' });
  const browser = await openBrowser();
  await stage.keep({ stop: () => browser.close() });
  const known = { spaceId, participantId, key, spaceName: '', name: '', isOwner: true, read: 0, usedAt: Date.now() };
  const remembered = [{ name: `parley space ${spaceId}`, value: JSON.stringify(known) }];
  return async () => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage: remembered }] },
    });
    const page = await context.newPage();
    const debug = await context.newCDPSession(page);
    const scripts = new Set<string>();
    let scriptBytes = 0;
    debug.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)));
    debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await debug.send('Network.enable');
    await debug.send('Network.emulateNetworkConditions', network);
    await debug.send('Emulation.setCPUThrottlingRate', { rate: timesSlower });
    const start = performance.now();
    await page.goto(`${url}/room/${spaceId}`, { waitUntil: 'commit', timeout: waitMs });
    await page.locator('.message').first().waitFor({ timeout: waitMs });
    const load = { ms: performance.now() - start, scriptBytes };
    await context.close();
    return load;
  };
}
