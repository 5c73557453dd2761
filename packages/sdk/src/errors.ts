/** What an error carries besides its text. */
export interface ErrorDetails {
  status?: number;
  /** A stable word for programs, such as `space_closed` or `muted`. */
  code?: string;
  /** Names the request in the service's logs. */
  requestId?: string | undefined;
  /** The whole error body as the service sent it. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** Anything that went wrong with a call; the subclasses say what. */
export class ParleyError extends Error {
  override readonly name: string = 'ParleyError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** A stable word for programs, such as `space_closed`, `muted` or `network`. */
  readonly code: string;
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;
  /** The whole error body as the service sent it; empty when there was none. */
  readonly body: Readonly<Record<string, unknown>>;

  /** @internal */
  constructor(message: string, { status = 0, code = 'unknown', requestId, body = {}, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.body = body;
  }
}

/** 400: the request breaks a rule or a limit; `issues` says which, field by field. */
export class InvalidRequestError extends ParleyError {
  override readonly name = 'InvalidRequestError';

  /** What is wrong, field by field, with the limit and the actual size where there is one. */
  get issues(): { field: string; message: string; limit?: number; actual?: number }[] {
    return (this.body['issues'] as []) ?? [];
  }
}

/** 401: the key or token is missing, unknown, revoked, or of the wrong kind; `code` says which. */
export class KeyError extends ParleyError {
  override readonly name = 'KeyError';
}

/** 403: a valid key that may not do this now, as a muted participant's. */
export class ForbiddenError extends ParleyError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is no such space, participant or artifact, or the owner declined to let you in (`join_declined`). */
export class NotFoundError extends ParleyError {
  override readonly name = 'NotFoundError';
}

/** 409: the state does not allow it, as a closed space does not. */
export class ConflictError extends ParleyError {
  override readonly name = 'ConflictError';
}

/** 410: a link request that expired or was used; start over. */
export class GoneError extends ParleyError {
  override readonly name = 'GoneError';
}

/** 422: an Idempotency-Key that was used for another request. */
export class IdempotencyError extends ParleyError {
  override readonly name = 'IdempotencyError';
}

/** 423: somebody else holds the edit lock, or nobody does. */
export class LockedError extends ParleyError {
  override readonly name = 'LockedError';

  /** The participant who holds the lock; undefined when nobody does. */
  get lockedBy(): string | undefined {
    return this.body['lockedBy'] as string | undefined;
  }
}

/** 429: too many requests. */
export class RateLimitError extends ParleyError {
  override readonly name = 'RateLimitError';
  /** Seconds until the next try may succeed. */
  readonly retryAfter: number;

  /** @internal */
  constructor(message: string, details: ErrorDetails & { retryAfter: number }) {
    super(message, details);
    this.retryAfter = details.retryAfter;
  }
}

/** 5xx: the service failed; the call was retried and failed again. */
export class ServerError extends ParleyError {
  override readonly name = 'ServerError';
}

/** The service could not be reached, or its answer was cut off; `cause` is what the runtime says. */
export class NetworkError extends ParleyError {
  override readonly name = 'NetworkError';
}

/** Nothing came in time: no answer within `timeoutMs`, no approval, no turn. */
export class TimeoutError extends ParleyError {
  override readonly name = 'TimeoutError';
}

/**
 * The edit lock was lost before the text could be written: it ran out, the owner took it, or you were muted or removed (`cause`
 * says which). `text` is what was to be written, so that no work is lost.
 */
export class LockLostError extends ParleyError {
  override readonly name = 'LockLostError';
  /** What was to be written. */
  readonly text: string;
  /** The participant who holds the lock now, if anybody does. */
  readonly lockedBy: string | undefined;

  /** @internal */
  constructor(text: string, cause: unknown) {
    const lockedBy = cause instanceof LockedError ? cause.lockedBy : undefined;
    super('The edit lock was lost before the text could be written', { status: 423, code: 'lock_lost', cause });
    this.text = text;
    this.lockedBy = lockedBy;
  }
}
