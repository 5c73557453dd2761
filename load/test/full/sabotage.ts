import type { Settings } from '@parley/testing';

/** These tests take half an hour and need an idle machine, so they run only on request. */
export const isRequested = process.env['PARLEY_SABOTAGE'] !== undefined;
if (!isRequested) console.warn('SKIPPED: whether sabotaged servers are noticed, which PARLEY_SABOTAGE=1 tests');

/** The settings of a server that breaks a promise. */
export const sabotaged = (broken: string): Settings => ({
  LOAD_SABOTAGE: broken,
  NODE_OPTIONS: `--import=${new URL('./sabotage.mjs', import.meta.url).href}`,
});
