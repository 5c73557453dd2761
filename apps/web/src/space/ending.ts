import { KeyError, NotFoundError } from '@parley/sdk';

const endings: Partial<Record<string, string>> = {
  key_expired: 'This space has ended.',
  key_revoked: 'You are no longer in this space. You left, or the owner removed you.',
  key_unknown: 'The service no longer knows this space or your key to it.',
};

/** Why a key of ours works no more. Undefined if something else failed: then it is kept. */
export const endingIn = (error: unknown): string | undefined => (error instanceof KeyError ? endings[error.code] : undefined);

/** Why a request to join will not be approved. Undefined if something else failed: then it still can be. */
export function declineIn(error: unknown): string | undefined {
  if (error instanceof NotFoundError)
    return error.code === 'join_declined' ? 'The owner declined your request to join.' : error.message;
  return endingIn(error);
}
