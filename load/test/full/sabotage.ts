import type { Settings } from '@parley/testing';

/** Half an hour in which little else should run, so only on request. */
export const isAsked = process.env['PARLEY_SABOTAGE'] !== undefined;
if (!isAsked) console.warn('SKIPPED: whether sabotaged servers are noticed, which PARLEY_SABOTAGE=1 tests');

/** The settings of a server that breaks a promise. */
export const sabotaged = (broken: string): Settings => ({
  LOAD_SABOTAGE: broken,
  NODE_OPTIONS: `--import=${new URL('./sabotage.mjs', import.meta.url).href}`,
});
