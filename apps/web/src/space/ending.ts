import { KeyError, NotFoundError } from '@parley/sdk';

/** Why a key of ours works no more. Undefined if something else failed. */
export function endingIn(error: unknown): string | undefined {
  if (!(error instanceof KeyError)) return undefined;
  return error.code === 'key_expired'
    ? 'This space has ended.'
    : 'You are no longer in this space: you left, or the owner removed you.';
}

/** Why a request to join will not be approved. Undefined if something else failed, so that it still can be. */
export function declineIn(error: unknown): string | undefined {
  if (error instanceof NotFoundError && error.code === 'join_declined') return 'The owner declined your request to join.';
  return error instanceof KeyError ? error.message : undefined;
}
