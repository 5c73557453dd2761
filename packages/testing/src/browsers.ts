import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox, type Browser } from 'playwright-core';

const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where a program of this machine is, by the first of its names that is found. */
export const programPath = (...names: readonly string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

export const chromiumPath = programPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
export const firefoxPath = programPath('firefox-esr', 'firefox');

const timeout = 120_000;

export const openChromium = (...switches: string[]): Promise<Browser> =>
  chromium.launch({ timeout, executablePath: chromiumPath!, args: [...quietly, ...switches] });

/** Over WebDriver BiDi, which each Firefox speaks. */
export const openFirefox = (): Promise<Browser> =>
  firefox.launch({ timeout, executablePath: firefoxPath!, channel: 'moz-firefox' });
