export * from './entity.ts';
export { maxInvitationUses } from './limits.ts';
export * as invitation from './rules.ts';
export type {} from './errors.ts';
export type { InvitationView } from './views.ts';
