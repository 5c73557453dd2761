import { chromiumPath, openBrowser } from '@parley/testing/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';

/** The Chromium of this process, which ends with it: its suites use it one after another. */
let running: Promise<Browser> | undefined;

async function start(): Promise<Browser> {
  try {
    const browser = await openBrowser();
    // The next suite needs another one if it crashes.
    browser.once('disconnected', () => (running = undefined));
    return browser;
  } catch (error) {
    running = undefined;
    throw error;
  }
}

/** A page in a context of its own, in which nothing is stored and nothing is permitted yet. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const browser = await (running ??= start());
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

/** Closes all pages with their contexts, except for the context of `kept`. */
export async function closePages(kept?: Page): Promise<void> {
  for (const context of (await running)?.contexts() ?? []) if (context !== kept?.context()) await context.close();
}

/** A suite of tests in Chromium. It closes the pages that its tests leave open. */
export function inChromium(what: string, tests: () => void): void {
  if (!chromiumPath) process.stderr.write(`SKIPPED: ${what} in a real browser, because no Chromium was found\n`);
  // oxlint-disable-next-line vitest/valid-title -- the suite has named it
  describe.skipIf(!chromiumPath)(what, () => {
    tests();
    afterAll(() => closePages());
  });
}
