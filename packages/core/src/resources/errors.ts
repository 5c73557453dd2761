import { commonErrors, PreconditionFailed, type ErrorStatuses, type ServiceError } from '../kernel/errors.ts';
import { preconditionStatus } from '../kernel/operation.ts';
import { part } from './index.ts';

/** The HTTP status of each error code (specification, Errors). No other code chooses a status. */
export const statusOfCode: ErrorStatuses = { ...commonErrors, ...part('errors') };

export const statusOf = (error: ServiceError): number =>
  error instanceof PreconditionFailed ? preconditionStatus : statusOfCode[error.code];
