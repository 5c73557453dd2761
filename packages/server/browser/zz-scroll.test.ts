import { mkdtempSync } from 'node:fs';
import { answer, join as joinAs, openSpace, startServer } from '@parley/testing';
import { it } from 'vitest';
import { enter, invitation } from './app.ts';
import { openBrowser } from './chromium.ts';
it('scrolls', async () => {
  const server = await startServer({ LOG_LEVEL: 'warn', PARLEY_RATE_LIMIT: '0', PARLEY_DATA_DIR: mkdtempSync('/tmp/scroll-') });
  const browser = await openBrowser();
  const owner = await openSpace(server, { name: 'Release talk', ownerName: 'Maya' });
  const bot = await joinAs(server, await invitation(server, owner), 'Bot');
  for (let i = 0; i < 5_000; i += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, k) =>
        answer(200, server, 'sendMessage', k % 2 ? bot : owner, {
          content:
            `Message ${i + k}. ` +
            (k % 7 === 0
              ? 'A **longer** text with `code` and a list:\n\n- one\n- two\n- three\n\n'.repeat(1 + (k % 3))
              : 'Some words of a chat, which wrap sometimes when they are long. '.repeat(1 + (k % 4))),
        }),
      ),
    );
  const { page } = await enter(browser, server, owner, { viewport: { width: 1280, height: 900 } });
  await page.locator('.message').first().waitFor();
  const t = Date.now();
  await page.evaluate(
    `(async () => { const log = document.querySelector('.timeline'); for (let i = 0; i < 400 && document.querySelector('.earlier'); i++) { log.dispatchEvent(new Event('wheel')); const n = document.querySelectorAll('.message').length; log.scrollTop = 0; for (let k = 0; k < 60 && document.querySelectorAll('.message').length === n; k++) await new Promise((r) => setTimeout(r, 30)); await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))); } })()`,
  );
  console.log(
    'loaded in',
    Date.now() - t,
    'messages',
    await page.locator('.message').count(),
    'earlier left',
    await page.locator('.earlier').count(),
    'nodes',
    await page.evaluate('document.querySelectorAll("*").length'),
    'height',
    await page.evaluate('document.querySelector(".timeline").scrollHeight'),
  );
  const measure = (what: string, step: number, frames: number) =>
    page.evaluate(`(async () => {
    const log = document.querySelector('.timeline'); const tasks = []; const o = new PerformanceObserver((l) => tasks.push(...l.getEntries().map((e) => e.duration))); o.observe({ type: 'longtask' });
    const deltas = []; let last; log.dispatchEvent(new Event('wheel'));
    for (let i = 0; i < ${frames}; i++) { await new Promise((r) => requestAnimationFrame((n) => { if (last) deltas.push(n - last); last = n; r(); })); log.scrollTop += ${step}; }
    await new Promise((r) => setTimeout(r, 200)); o.disconnect(); deltas.sort((a, b) => a - b);
    return ['${what}', 'top', log.scrollTop, 'p50', deltas[deltas.length >> 1].toFixed(1), 'p95', deltas[Math.floor(deltas.length * .95)].toFixed(1), 'max', deltas.at(-1).toFixed(1), 'over33', deltas.filter((d) => d > 33.5).length, 'of', deltas.length, 'longtasks', tasks.length, Math.max(0, ...tasks).toFixed(0)].join(' '); })()`);
  for (const [what, step, frames] of [
    ['down 120', 120, 300],
    ['down 1000', 1000, 150],
    ['up 120', -120, 300],
    ['up 3000', -3000, 60],
  ] as const)
    console.log(await measure(what, step, frames));
  const t2 = Date.now();
  await answer(200, server, 'sendMessage', bot, { content: 'Newest of all' });
  await page.locator('.message', { hasText: 'Newest of all' }).waitFor({ state: 'attached' });
  console.log('arrives after', Date.now() - t2);
  await browser.close();
  await server.stop();
}, 280_000);
