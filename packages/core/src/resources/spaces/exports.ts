export * from './entity.ts';
export * from './facts.ts';
export { maxTtlSeconds, maxAgentBudget, maxPauseReasonCharacters, defaultTtlSeconds } from './limits.ts';
export { contextBundle, spaceView } from './views.ts';
export * from './context.ts';
export * as space from './rules.ts';
export * as budget from './budget.ts';
export { pauseView } from './pause.ts';
export type {} from './errors.ts';
