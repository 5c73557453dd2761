export { Parley } from './parley.ts';
export * from './space.ts';
// Besides them, the service has types of the same names.
export { Proposal, Task, type Edit } from './space.ts';
export type { SpaceKeys, SpaceOperation } from './compact-space.ts';
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
  CorrectOptions,
  CatchUpOptions,
  DirectOptions,
  Hooks,
  Logger,
  ExportOptions,
  InboundOptions,
  MessagesOptions,
  ParleyOptions,
  PastEventsOptions,
  RotateKeyOptions,
  RedactOptions,
  SendOptions,
} from './options.ts';
export type { EventsOptions } from './events.ts';
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
  BudgetSpentError,
  ConflictError,
  ForbiddenError,
  GoneError,
  IdempotencyError,
  InvalidRequestError,
  KeyError,
  LeaseLostError,
  NetworkError,
  NotFoundError,
  ParleyError,
  PausedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  type ErrorCode,
  type ErrorDetails,
} from './errors.ts';
export type * from './types.ts';
