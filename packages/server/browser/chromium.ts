import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser of this machine, if it has one. */
export const chromiumPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

export const openBrowser = (...switches: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath!, args: [...quietly, ...switches] });

/** Problems that a page must not have: script errors, blocked content, failed requests, requests to other sites. */
export function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(`asked ${url.origin}`);
  });
  return complaints;
}
