export { Parley } from './parley.ts';
export { Space, type MessagesOptions, type SpaceKeys, type SpaceOperation } from './space.ts';
export { Artifact, Artifacts } from './artifact.ts';
export { Account } from './account.ts';
export { Link, type WaitOptions } from './link.ts';
export {
  operations,
  type Credential,
  type InSpace,
  type Nothing,
  type OfArtifact,
  type OfInvitation,
  type OfParticipant,
  type OperationName,
  type Operations,
} from './operations.ts';
export type { Attempt, CallOptions, Hooks, ParleyOptions } from './http.ts';
export type { EventsOptions } from './events.ts';
export type { Edit, EditOptions } from './edit.ts';
export { readInvitation, type InvitationKey, type JoinOptions } from './join.ts';
export * from './errors.ts';
export type * from './types.ts';
