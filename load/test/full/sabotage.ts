import type { Settings } from '@parley/testing';

/** The settings of a server that breaks a promise. */
export const sabotaged = (broken: string): Settings => ({
  LOAD_SABOTAGE: broken,
  NODE_OPTIONS: `--import=${new URL('./sabotage.mjs', import.meta.url).href}`,
});
