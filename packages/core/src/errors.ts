import { preconditionStatus } from './contract/operation.ts';
import { missing } from './contract/missing.ts';

type MissingCode = (typeof missing)[keyof typeof missing]['code'];

const codesOfMissing = Object.fromEntries(Object.values(missing).map(({ code }) => [code, 404])) as Record<MissingCode, 404>;

/** The same request can succeed later, although nobody changes anything. */
const temporary = {
  rate_limited: 429,
  slow_down: 429,
  internal: 500,
  unavailable: 503,
  overloaded: 503,
  storage_full: 503,
} as const;

/** The HTTP status of each error code (specification, Errors). No other code chooses a status. */
export const statusOfCode = {
  invalid_request: 400,
  unknown_field: 400,
  malformed_body: 400,
  unsupported_version: 400,
  base_version_required: 400,
  key_missing: 401,
  key_unknown: 401,
  key_revoked: 401,
  key_expired: 401,
  key_wrong_type: 401,
  invitation_revoked: 401,
  invitation_expired: 401,
  invitation_used_up: 401,
  session_required: 401,
  forbidden: 403,
  muted: 403,
  own_work: 403,
  origin_refused: 403,
  not_found: 404,
  ...codesOfMissing,
  wake_not_found: 404,
  join_declined: 404,
  join_collected: 404,
  method_not_allowed: 405,
  space_closed: 409,
  owner_protected: 409,
  status_conflict: 409,
  lease_lost: 409,
  name_taken: 409,
  version_conflict: 409,
  edit_mismatch: 409,
  delivery_ended: 409,
  proposal_ended: 409,
  proposal_stale: 409,
  task_claimed: 409,
  task_conflict: 409,
  task_ended: 409,
  limit_reached: 409,
  link_gone: 410,
  version_thinned: 410,
  file_link_gone: 410,
  file_too_large: 413,
  range_not_satisfiable: 416,
  key_reused: 422,
  locked: 423,
  not_locked: 423,
  budget_spent: 429,
  ...temporary,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** Whether a client can simply repeat the request later. */
export const isTemporary = (code: ErrorCode): boolean => Object.hasOwn(temporary, code);

export interface FieldIssue {
  field: string;
  message: string;
  limit?: number;
  actual?: number;
}

export interface ErrorDetails {
  lockedBy?: string;
  lockedByName?: string;
  /** Until when the lock is held, if it is not refreshed. */
  lockExpiresAt?: string;
  retryAfter?: number;
  /** It is that of an earlier try. */
  isReplayed?: boolean;
  /** The agent budget of the space, as its participant sees it. */
  budget?: { limit: number; used: number; mine: number };
  issues?: FieldIssue[];
  /** The artifact that has the name. */
  artifactId?: string;
  /** The proposal that keeps the text of a refused write. */
  proposalId?: string;
  /** Who works on a task, and until when the lease is held, if it is not renewed. */
  claimedBy?: string;
  claimedByName?: string;
  leaseExpiresAt?: string;
  /** The present version of an artifact, who wrote it, and what it changed since the version that the caller has read. */
  currentVersion?: number;
  updatedBy?: string;
  updatedByName?: string;
  updatedAt?: string;
  diff?: object;
  /** Why an edit does not apply. */
  index?: number;
  reason?: string;
  matches?: number;
  lines?: { readonly from: number; readonly to: number };
  near?: string | undefined;
  /** For an unknown path: the operation with the most similar path, and the documentation of all operations. */
  nearest?: string;
  documentation?: string;
}

/** A refusal with everything that its caller is allowed to know about the reason. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

/** A condition of the request itself, `If-Match`, does not hold. */
export class PreconditionFailed extends ServiceError {
  constructor({ code, message, details }: ServiceError) {
    super(code, message, details);
  }

  override get status(): number {
    return preconditionStatus;
  }
}

/** The refusal of an id that identifies nothing, by the path parameter that it stands for. */
export function notFound(parameter: keyof typeof missing): ServiceError {
  const { code, message } = missing[parameter];
  return new ServiceError(code, message);
}
