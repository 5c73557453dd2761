import { strange } from './body.ts';
import {
  BudgetSpentError,
  ConflictError,
  ForbiddenError,
  GoneError,
  IdempotencyError,
  InvalidRequestError,
  KeyError,
  NotFoundError,
  ParleyError,
  PausedError,
  RateLimitError,
  ServerError,
} from './errors.ts';
import { refusals } from './resources/refusals.ts';

/** By status, and by codes that say more than their status. */
const classes: typeof refusals = {
  400: InvalidRequestError,
  401: KeyError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: ConflictError,
  422: IdempotencyError,
  budget_spent: BudgetSpentError,
  paused: PausedError,
  ...refusals,
};

/** The error that a refused request throws. */
export function errorOf({ status, headers }: Response, text: string, server: string): ParleyError {
  const body = parsed(text);
  // A proxy in front of the service can refuse a request in its own words, but a server that does not know the path is not a
  // Parley server.
  if (status === 404 && !('error' in body))
    return new NotFoundError(strange(server, 'it answers 404'), { status, code: 'not_parley' });
  const message = String(body['error'] ?? `The service answered ${status}`);
  const code = String(body['code'] ?? 'unknown');
  const details = { status, code, requestId: body['requestId'] as string | undefined, body };
  if (Object.hasOwn(classes, code)) return new classes[code]!(message, details);
  if (status === 429) return new RateLimitError(message, { ...details, retryAfterMs: askedWait(headers) ?? 1000 });
  if (status >= 500) return new ServerError(message, { ...details, retryAfterMs: askedWait(headers) });
  return new (classes[status] ?? ParleyError)(message, details);
}

const longestRetryMs = 3_600_000;

/** What Retry-After asks for, in seconds or as a date, but at least a second and at most an hour; undefined without it. */
function askedWait(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const ms = /^[\d.]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? Math.min(Math.max(ms, 1000), longestRetryMs) : 1000;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
