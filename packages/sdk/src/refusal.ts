import {
  BudgetSpentError,
  ConflictError,
  ForbiddenError,
  GoneError,
  IdempotencyError,
  InvalidRequestError,
  KeyError,
  LockedError,
  NotFoundError,
  ParleyError,
  RateLimitError,
  ServerError,
  type ErrorDetails,
} from './errors.ts';

const byStatus: Record<number, new (message: string, details: ErrorDetails) => ParleyError> = {
  400: InvalidRequestError,
  401: KeyError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  422: IdempotencyError,
  423: LockedError,
};

/** The error that a refused request throws. */
export function errorOf({ status, headers }: Response, text: string): ParleyError {
  const body = parsed(text);
  const message = String(body['error'] ?? `The service answered ${status}`);
  const code = String(body['code'] ?? 'unknown');
  const details = { status, code, requestId: body['requestId'] as string | undefined, body };
  if (code === 'budget_spent') return new BudgetSpentError(message, details);
  if (status === 429)
    return new RateLimitError(message, { ...details, retryAfterMs: (Number(headers.get('retry-after')) || 1) * 1000 });
  return new (byStatus[status] ?? (status >= 500 ? ServerError : ParleyError))(message, details);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
