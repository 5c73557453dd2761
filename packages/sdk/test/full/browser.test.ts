import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { chromiumPath, openChromium } from '@parley/testing/browsers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { bundled } from '../bundle.ts';
import { met } from '../fixtures/meet.mjs';

const server = inject('server');
const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length;

test('the whole client is less than 25 kB for a browser', async () => {
  const size = gzipped(await bundled("export * from '@parley/sdk';"));
  console.info(`The whole client is ${size} bytes, minified and gzipped`);
  expect(size).toBeLessThan(25_000);
});

test('the client does not contain what agents need besides', async () => {
  const tool = 'propose_edit';
  expect(await bundled("export * from '@parley/sdk';")).not.toContain(tool);
  expect(await bundled("export { tools } from '@parley/sdk/agents';")).toContain(tool);
  expect(await bundled("export { inbox, approval } from '@parley/sdk/agents';")).not.toContain(tool);
});

test('importing a part bundles only that part', async () => {
  const whole = gzipped(await bundled("export * from '@parley/sdk';"));
  const part = await bundled("export { ParleyError } from '@parley/sdk';");
  expect(gzipped(part)).toBeLessThan(whole / 10);
  expect(part).not.toContain('/hub/space');
  expect(await bundled("import { Parley } from '@parley/sdk';")).toBe('');
});

if (!chromiumPath) console.warn('SKIPPED: the client in a real browser, because no Chromium was found');

test.skipIf(!chromiumPath)('a page of another origin meets, talks, listens and edits', async () => {
  const script = await bundled(`import * as sdk from '@parley/sdk';
    import { meet } from './fixtures/meet.mjs';
    globalThis.meetAt = (url) => meet(sdk, url);`);
  const page =
    '<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><script type="module" src="/script.js"></script>';
  const elsewhere = createServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': url === '/script.js' ? 'text/javascript' : 'text/html' });
    response.end(url === '/script.js' ? script : page);
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const browser = await openChromium();
  onTestFinished(async () => {
    await browser.close();
    elsewhere.close();
  });
  const tab = await browser.newPage();
  const complaints: string[] = [];
  tab.on('pageerror', ({ message }) => complaints.push(message));
  await tab.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  await tab.waitForFunction('globalThis.meetAt');
  expect(await tab.evaluate(`meetAt(${JSON.stringify(server.url)})`)).toBe(met);
  expect(complaints).toEqual([]);
});
