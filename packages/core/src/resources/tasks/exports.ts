export * from './entity.ts';
export * from './facts.ts';
export { maxTaskTitleCharacters, maxTaskTextCharacters, maxOpenTasks, maxTaskAddressees } from './limits.ts';
export * as task from './rules.ts';
export type {} from './errors.ts';
