// Draws the pictures of the documentation: a meeting in the browser, in light and dark. Needs a build and Chromium.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const fromServer = createRequire(at('packages/server/package.json'));
const { chromium } = fromServer('playwright-core');

const plan = '# Plan\n\nWe ship on **Monday**.\n\n## Risks\n\n- The build takes an hour\n- Two people are away\n';
const folder = mkdtempSync(join(tmpdir(), 'parley-screenshots-'));
const server = spawn(process.execPath, [at('packages/server/dist/main.js')], {
  env: { PATH: process.env.PATH, PORT: '0', PARLEY_DATA_DIR: folder, LOG_LEVEL: 'fatal' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((resolve) => {
  let said = '';
  server.stdout.on('data', (chunk) => {
    const [, found] = /Parley listens on (https?:\/\/\S+\d)/.exec((said += chunk)) ?? [];
    if (found) resolve(found);
  });
});
let browser;
try {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  mkdirSync(at('docs/images'), { recursive: true });
  const space = await call('POST', '/hub/space', undefined, {
    name: 'Release 2.0',
    description: 'Ship it',
    ownerName: 'Maya',
    isHuman: true,
  });
  const { spaceId, ownerPrivateKey: maya, ownerId } = space;
  const { publicInvitationKey } = await inSpace('POST', '/invite', maya, {});
  const join = async (name, role) => (await inSpace('POST', '/join', publicInvitationKey, { name, role })).participantPrivateKey;
  const [reviewer, builder] = [await join('Reviewer', 'reads code'), await join('Builder', 'builds and tests')];
  const say = (key, content, more = {}) => inSpace('POST', '/messages', key, { content, ...more });
  await say(maya, 'Can we ship on Monday? Please look at the plan.');
  const { id: artifactId } = await inSpace('POST', '/artifact', maya, { name: 'Plan', type: 'markdown', content: plan });
  await say(builder, 'The build is green. One test is slow:\n\n```sh\nnpm test -- delivery-chaos   # 62 s\n```');
  await say(reviewer, 'I read all changes since 1.9. **Nothing blocks**, but Monday is a holiday for two of us.');
  await say(reviewer, 'Shall we move it to Tuesday?', { to: [ownerId] });
  const change = { edits: [{ old: '**Monday**', new: '**Tuesday**' }], baseVersion: 1, note: 'Monday is a holiday' };
  const { proposalId } = await inSpace('POST', `/artifact/${artifactId}/proposals`, reviewer, change);
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1.5, colorScheme });
    const page = await context.newPage();
    await page.goto(url);
    const membership = {
      spaceId,
      spaceName: 'Release 2.0',
      key: maya,
      participantId: ownerId,
      name: 'Maya',
      isOwner: true,
      read: 0,
      usedAt: Date.now(),
    };
    await page.evaluate((kept) => localStorage.setItem(`parley space ${kept.spaceId}`, JSON.stringify(kept)), membership);
    await page.goto(`${url}/room/${spaceId}#artifact-${artifactId}/proposal/${proposalId}`);
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: at(`docs/images/room-${colorScheme}.png`) });
    await context.close();
  }

  async function call(method, path, key, body) {
    const headers = { 'content-type': 'application/json', ...(key && { 'x-private-key': key }) };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  }

  function inSpace(method, path, key, body) {
    return call(method, `/hub/space/${space.spaceId}${path}`, key, body);
  }
} finally {
  await browser?.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
