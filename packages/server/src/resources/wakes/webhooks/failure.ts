import { Late } from '../outbox/destination.ts';
import { isOfTls } from '../outbox/failure.ts';
import { NotConnected } from '../outbox/post.ts';
import { Refused } from '../outbox/refused.ts';

/** Why a receiver did not take something, as far as its client learns it: nothing of what it answered. */
export type FailureCategory = 'connection_refused' | 'timeout' | 'tls_error' | 'http_4xx' | 'http_5xx' | 'challenge_failed';

export function categoryOf(error: unknown): FailureCategory {
  if (error instanceof Refused) return error.status >= 500 ? 'http_5xx' : 'http_4xx';
  if (error instanceof Late) return 'timeout';
  if (error instanceof NotConnected) return categoryOf(error.cause);
  return isOfTls(error) ? 'tls_error' : 'connection_refused';
}

/** The receiver at a URL has not agreed to receive events. */
export class CallbackFailed extends Error {
  override readonly name = 'CallbackFailed';
  readonly reason: FailureCategory;

  constructor(reason: FailureCategory) {
    super(
      reason === 'challenge_failed'
        ? 'The receiver must answer with a status from 200 to 299 and echo the challenge: {"challenge":"…"}'
        : `The receiver could not be reached: ${reason}`,
    );
    this.reason = reason;
  }
}
