export { Parley } from './parley.ts';
export { Artifact, Artifacts, Delivery, Proposal, Space, Task, Tasks, type DeliveryHandler, type WorkOptions } from './space.ts';
export type { SpaceKeys, SpaceOperation } from './compact-space.ts';
export { Files, type CreateFileOptions, type DownloadOptions, type FileContent } from './files.ts';
export type { AcceptOptions } from './proposal.ts';
export type { ClaimOptions } from './task.ts';
export type { NewTask, TasksOptions } from './tasks.ts';
export { Account } from './account.ts';
export { Link, type WaitOptions } from './link.ts';
export { readText } from './body.ts';
export { imageFrom, type ImageOptions } from './image.ts';
export type { Answer, Exchange } from './answer.ts';
export { operations, type OperationName, type Operations } from './generated/operations.ts';
export type { Access } from './access.ts';
export type {
  Attempt,
  CallOptions,
  CatchUpOptions,
  DirectOptions,
  Hooks,
  Logger,
  ExportOptions,
  MessagesOptions,
  ParleyOptions,
  ProposalsOptions,
  ProposeOptions,
  RotateKeyOptions,
  SendOptions,
  VersionsOptions,
  WriteOptions,
} from './options.ts';
export type { EventsOptions } from './events.ts';
export type { DeliveriesOptions } from './deliveries.ts';
export type { AskOptions } from './ask.ts';
export type { Change, ChangeOptions } from './change.ts';
export type { Edit, EditOptions } from './edit.ts';
export {
  enclose,
  envelope,
  readEnvelope,
  type EnvelopedMessage,
  type EnvelopeLabels,
  type ReadEnvelope,
} from './generated/envelope.ts';
export { readInvitation, type InvitationKey, type JoinOptions } from './join.ts';
export {
  ConflictError,
  EditMismatchError,
  NameTakenError,
  ProposalEndedError,
  ProposalStaleError,
  TaskClaimedError,
  VersionConflictError,
} from './conflicts.ts';
export {
  BudgetSpentError,
  ForbiddenError,
  GoneError,
  IdempotencyError,
  InvalidRequestError,
  KeyError,
  LockedError,
  LeaseLostError,
  LockLostError,
  NetworkError,
  NoReplyError,
  NotFoundError,
  ParleyError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  type ErrorCode,
  type ErrorDetails,
} from './errors.ts';
export type * from './types.ts';
