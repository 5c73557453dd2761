import { chromiumPath, firefoxPath, openChromium, openFirefox } from '@parley/testing/browsers';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';

/** A browser of this machine, which starts once and ends with the process: its suites use it one after another. */
class Installed {
  readonly #name: string;
  readonly #path: string | undefined;
  readonly #open: () => Promise<Browser>;
  #running: Promise<Browser> | undefined;

  constructor(name: string, path: string | undefined, open: () => Promise<Browser>) {
    this.#name = name;
    this.#path = path;
    this.#open = open;
  }

  /** A page in a context of its own, in which nothing is stored and nothing is permitted yet. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const browser = await (this.#running ??= this.#start());
    const context = await browser.newContext(options);
    context.setDefaultTimeout(60_000);
    return context.newPage();
  }

  /** Closes all pages with their contexts, except for the context of `kept`. */
  async closePages(kept?: Page): Promise<void> {
    for (const context of (await this.#running)?.contexts() ?? []) if (context !== kept?.context()) await context.close();
  }

  /** A suite of tests in this browser. It closes the pages that its tests leave open. */
  suite(what: string, tests: () => void): void {
    if (!this.#path) process.stderr.write(`SKIPPED: ${what} in a real browser, because no ${this.#name} was found\n`);
    // oxlint-disable-next-line vitest/valid-title -- the suite has named it
    describe.skipIf(!this.#path)(what, () => {
      tests();
      afterAll(() => this.closePages());
    });
  }

  async #start(): Promise<Browser> {
    try {
      const browser = await this.#open();
      // The next suite needs another one if it crashes.
      browser.once('disconnected', () => (this.#running = undefined));
      return browser;
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }
}

const chromium = new Installed('Chromium', chromiumPath, openChromium);
export const newPage = chromium.newPage.bind(chromium);
export const closePages = chromium.closePages.bind(chromium);
export const inChromium = chromium.suite.bind(chromium);

/** The other engine that Playwright can drive as it is installed. */
export const firefox = new Installed('Firefox', firefoxPath, openFirefox);
