export { displayName, resembled } from './display-names.ts';
export * from './entity.ts';
export * from './facts.ts';
export { participantView } from './views.ts';
export * as participant from './rules.ts';
export * as reach from './reach.ts';
export type {} from './errors.ts';
export type {} from './limits.ts';
export type { ParticipantView } from './views.ts';
