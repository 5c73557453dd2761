import type { Page } from 'playwright-core';
import { firefox } from '../../browser/browsers.ts';
import { meeting } from '../../browser/meeting.ts';

/** WebDriver BiDi can end a tab of Firefox before its last request is sent, so the request is awaited first. */
async function closeTab(page: Page): Promise<void> {
  const released = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().endsWith('/lock'),
  );
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await released;
  await page.close({ runBeforeUnload: false });
}

// Firefox cannot imitate a phone, so Jonas has a second desk.
firefox.suite('the same meeting in Firefox', () => meeting((options) => firefox.newPage(options), {}, closeTab));
