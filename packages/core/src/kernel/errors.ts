/** The same request can succeed later, although nobody changes anything. */
const temporary = {
  rate_limited: 429,
  slow_down: 429,
  internal: 500,
  unavailable: 503,
  overloaded: 503,
  storage_full: 503,
} as const;

/** The HTTP statuses of the error codes that belong to no resource (specification, Errors). */
export const commonErrors = {
  invalid_request: 400,
  unknown_field: 400,
  malformed_body: 400,
  unsupported_version: 400,
  key_missing: 401,
  key_unknown: 401,
  key_revoked: 401,
  key_expired: 401,
  key_wrong_type: 401,
  session_required: 401,
  forbidden: 403,
  origin_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  status_conflict: 409,
  lease_lost: 409,
  limit_reached: 409,
  key_reused: 422,
  ...temporary,
} as const;

/** The HTTP status of each error code. Each resource adds its own. */
export interface ErrorStatuses extends Readonly<typeof commonErrors> {}

export type ErrorCode = keyof ErrorStatuses;

/** Whether a client can simply repeat the request later. */
export const isTemporary = (code: ErrorCode): boolean => Object.hasOwn(temporary, code);

export interface FieldIssue {
  field: string;
  message: string;
  limit?: number;
  actual?: number;
}

/** What an error says besides its message. Each resource adds its own. */
export interface ErrorDetails {
  retryAfter?: number;
  /** It is that of an earlier try. */
  isReplayed?: boolean;
  issues?: FieldIssue[];
  /** For an unknown path: the operation with the most similar path, and the documentation of all operations. */
  nearest?: string;
  documentation?: string;
}

/** A refusal with everything that its caller is allowed to know about the reason. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** The refusal of a field that the schema cannot refuse. */
export const invalidField = (field: string, message: string): ServiceError =>
  new ServiceError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });

/** A condition of the request itself, `If-Match`, does not hold. */
export class PreconditionFailed extends ServiceError {
  constructor({ code, message, details }: ServiceError) {
    super(code, message, details);
  }
}

/** What an id that identifies nothing stands for. A malformed id identifies nothing either, so it is 404, not 400. */
export interface Missing {
  readonly code: ErrorCode;
  readonly message: string;
}

/** The refusal of an id that identifies nothing. */
export const notFound = ({ code, message }: Missing): ServiceError => new ServiceError(code, message);
