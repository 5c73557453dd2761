export { pastEvent } from './views.ts';
export * as walk from './walk.ts';
export type { LogPart } from './walk.ts';
