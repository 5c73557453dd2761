export { defaultCatchUpTokens, minCatchUpTokens, maxCatchUpTokens, maxCaughtCharacters } from './limits.ts';
export { caughtMessage, caughtUp } from './views.ts';
export * as catchUp from './rules/index.ts';
