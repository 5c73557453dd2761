import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { answer } from '@parley/testing';
import { chromiumPath, openChromium } from '@parley/testing/browsers';
import { openMeeting, sends, type Meeting } from '../../clients/meeting.ts';
import { content } from '../../clients/message.ts';
import { mcp, type Revision } from '../../generators/requests.ts';
import { Missing, type Figures, type Way } from '../figures.ts';
import type { Line } from '../section.ts';
import type { Stage } from '../stage.ts';

/** What MCP adds to sending a message, in both revisions. */
export async function agents(stage: Stage): Promise<Line[]> {
  const server = await stage.serve();
  const meeting = await openMeeting(server, 5);
  const way = (requests: readonly Buffer[]) => stage.loop(server, requests, 32);
  const line = { figure: 'cpuMicros', than: way(sends([meeting])), unit: '× REST', atMost: 2 } as const;
  return (['2026-07-28', '2025-11-25'] as const).map((version) => ({
    ...line,
    work: `send_message over MCP ${version}, 32 clients`,
    way: way(toolCalls(version, meeting)),
  }));
}

/** A call of `send_message` for each member of a meeting. */
const toolCalls = (version: Revision, { members }: Meeting): Buffer[] =>
  members.map(({ spaceId, key }) =>
    mcp(version, key, 'tools/call', { name: 'send_message', arguments: { spaceId, content } }, 'send_message'),
  );

const runsPerRound = 10;

/** How long the CLI takes to print its version, compared with an empty Node process. */
export async function cli({ build }: Stage): Promise<Line[]> {
  const way = starts([join(build, 'apps/cli/dist/main.js'), '--version']);
  const than = starts(['-e', '0']);
  return [{ work: 'parley --version', way, figure: 'ms', title: '', than, unit: '× node -e 0', atMost: 1.3 }];
}

const starts =
  (words: readonly string[]): Way =>
  async () =>
  async (): Promise<Figures> => {
    const start = performance.now();
    for (let run = 0; run < runsPerRound; run += 1) {
      const { status } = spawnSync(process.execPath, words);
      if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`);
    }
    return { ms: (performance.now() - start) / runsPerRound };
  };

/** A phone on a slow network: bytes per second, and milliseconds of a round trip. */
const network = { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 };
const timesSlower = 4;
const waitMs = 120_000;

/** What somebody waits for who opens a room for the first time. */
export async function room(stage: Stage): Promise<Line[]> {
  const way = await loading(stage);
  return [
    {
      work: 'first load of a room in a browser',
      ...{ way, figure: 'kilobytes', title: 'script', atMost: 55 },
      note: 'compressed, until its first message shows; with what formats Markdown',
    },
    {
      work: 'first load of a room on a slow phone',
      ...{ way, figure: 'seconds', title: 'its first message', atMost: 3 },
      note: `1.6 Mbit/s, 150 ms, CPU ÷ ${timesSlower}`,
    },
  ];
}

/** Each load is in a browser context of its own, with an empty cache. */
async function loading(stage: Stage): Promise<Way> {
  if (chromiumPath === undefined) throw new Missing('no Chromium was found');
  const { url } = await stage.serve();
  const owner = await openMeeting({ url });
  const { spaceId, id: participantId, key } = owner;
  await answer(200, { url }, 'sendMessage', owner, { content, type: 'text' });
  const browser = await openChromium();
  await stage.add({ stop: () => browser.close() });
  const known = { spaceId, participantId, key, spaceName: '', name: '', isOwner: true, read: 0, usedAt: Date.now() };
  const remembered = [{ name: `parley space ${spaceId}`, value: JSON.stringify(known) }];
  return async () => async () => {
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
    const load = { seconds: (performance.now() - start) / 1_000, kilobytes: scriptBytes / 1_000 };
    await context.close();
    return load;
  };
}
