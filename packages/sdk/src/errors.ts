import type { Budget, DeliveryOutcome, Pause, ServiceErrorCode } from './generated/types.ts';

/** Identifies an error for programs: those that this client knows, and whatever a newer service sends. */
export type ErrorCode =
  | ServiceErrorCode
  | 'ambiguous_name'
  | 'answer_too_large'
  | `delivery_${Exclude<DeliveryOutcome, 'replied'>}`
  | 'link_denied'
  | 'lock_lost'
  | 'network'
  | 'not_parley'
  | 'timeout'
  | 'unknown'
  // Keeps the others as suggestions of an editor.
  | (string & {});

/** The fields of an error besides its message. */
export interface ErrorDetails {
  status?: number;
  /** A stable identifier for programs, such as `space_closed` or `muted`. */
  code?: ErrorCode;
  /** Identifies the request in the logs of the service. */
  requestId?: string | undefined;
  /** The whole error body that the service sent. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * A call that failed; the subclasses say why.
 * @see docs/sdk.md#errors
 */
export class ParleyError extends Error {
  override readonly name: string = 'ParleyError';
  /** The HTTP status, or 0 when there was no response. */
  readonly status: number;
  /** A stable identifier for programs, such as `space_closed`, `muted` or `network`. */
  readonly code: ErrorCode;
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** The whole error body that the service sent; empty when there was none. */
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

/** 400: the request breaks a rule or a limit; `issues` lists each field that is wrong. */
export class InvalidRequestError extends ParleyError {
  override readonly name = 'InvalidRequestError';

  /** Each field that is wrong, with the limit and the actual size where there is one. */
  get issues(): { field: string; message: string; limit?: number; actual?: number }[] {
    return (this.body['issues'] as []) ?? [];
  }
}

/** 401: the key or token is missing, unknown, revoked, or of the wrong type; `code` says which. */
export class KeyError extends ParleyError {
  override readonly name = 'KeyError';
}

/** 403: the key is valid, but its holder cannot do this: others can (`forbidden`), or the holder is muted (`muted`) or did the work (`own_work`). */
export class ForbiddenError extends ParleyError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is no such space, participant, artifact or proposal, or the owner declined your request to join (`join_declined`). */
export class NotFoundError extends ParleyError {
  override readonly name = 'NotFoundError';
}

/** 409: the current state does not allow it, for example because the space is closed. */
export class ConflictError extends ParleyError {
  override readonly name: string = 'ConflictError';
  /** By its name, the compiler cannot tell it apart from other errors. @internal */
  declare protected readonly isConflict: true;
}

/**
 * 409 with `code` `paused`: the owner has paused the space. Until it is resumed only the owner and verified humans can write, and nothing can be
 * claimed. Leases do not run out meanwhile.
 * @see docs/sdk.md#pause
 */
export class PausedError extends ConflictError {
  override readonly name = 'PausedError';

  /** Who paused the space, when and why. */
  get paused(): Pause {
    return this.body['paused'] as Pause;
  }
}

/**
 * 410: it was there, and is gone for good: the link request expired or its token was already collected (`link_gone`), so start a new one;
 * or the service no longer stores the content of an old version of an artifact (`version_thinned`).
 */
export class GoneError extends ParleyError {
  override readonly name = 'GoneError';
}

/** 422: the Idempotency-Key was used for another request. */
export class IdempotencyError extends ParleyError {
  override readonly name = 'IdempotencyError';
}

/** 429: too many requests. */
export class RateLimitError extends ParleyError {
  override readonly name = 'RateLimitError';
  /** Milliseconds to wait before the next attempt can succeed. */
  readonly retryAfterMs: number;

  /** @internal */
  constructor(message: string, details: ErrorDetails & { retryAfterMs: number }) {
    super(message, details);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * 429 with `code` `budget_spent`: the agents have used up the agent budget of the space, or you your fair share of it. You can send
 * again after a human speaks, or after the owner resets the budget. The client does not retry it.
 * @see docs/sdk.md#messages
 */
export class BudgetSpentError extends ParleyError {
  override readonly name = 'BudgetSpentError';

  /** The budget, how much of it is used since the last human message, and how much of that by you. */
  get budget(): Budget {
    return this.body['budget'] as Budget;
  }
}

/** 5xx: the service failed, and so did all retries. */
export class ServerError extends ParleyError {
  override readonly name = 'ServerError';
  /** Milliseconds to wait before the next attempt, if the service said so: it is full, for example. */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(message: string, details: ErrorDetails & { retryAfterMs?: number | undefined }) {
    super(message, details);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The service could not be reached, or its response was cut off. The message names the system's reason; `cause` is the error of the runtime. */
export class NetworkError extends ParleyError {
  override readonly name = 'NetworkError';
}

/**
 * The answer is not that of a Parley service (`code` `not_parley`), or larger than the client reads (`answer_too_large`): 16 MiB, 40 MiB
 * for a list of artifacts, and 4 MiB for an event.
 */
export class UnexpectedAnswerError extends ParleyError {
  override readonly name = 'UnexpectedAnswerError';
}

/** A timeout: no response or no approval within `timeoutMs`, or an earlier edit of the same artifact took longer than `waitMs`. */
export class TimeoutError extends ParleyError {
  override readonly name = 'TimeoutError';
}

/**
 * The lease of a delivery or a task was lost: it expired, your key was revoked, or the delivery or the task has ended (`cause` says
 * which). Somebody else can have it now, so stop the work.
 * @see docs/sdk.md#deliveries
 */
export class LeaseLostError extends ParleyError {
  override readonly name = 'LeaseLostError';

  /** @internal */
  constructor(cause: unknown, what: string) {
    super(`The lease of the ${what} was lost`, { status: 409, code: 'lease_lost', cause });
  }
}

export const isLeaseLost = (error: unknown): boolean => error instanceof ParleyError && error.code === 'lease_lost';

/** Whether a call was refused because the space was closed or has expired. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof ParleyError && (error.code === 'key_expired' || error.code === 'space_closed');

/** A network error whose message names the reason of the system, such as `connect ECONNREFUSED 127.0.0.1:8787`. */
export function networkError(what: string, cause: unknown): NetworkError {
  const reason = reasonOf(cause);
  return new NetworkError(reason ? `${what}: ${reason}` : what, { code: 'network', cause });
}

interface SystemError {
  code: unknown;
  reason: unknown;
}

/** Node wraps the system's error in `cause`, and in `errors` if a host has several addresses. Only `reason` of a TLS error is short. */
function reasonOf(error: unknown): string {
  const { code, reason: text, message = '', cause, errors } = (error ?? {}) as Partial<AggregateError & SystemError>;
  const inner = (errors?.[0] ?? cause) as unknown;
  const reason = inner === undefined ? '' : reasonOf(inner);
  if (reason) return reason;
  const words = typeof text === 'string' ? text : message;
  return typeof code !== 'string' || words.includes(code) ? words : `${words} (${code})`.trim();
}
