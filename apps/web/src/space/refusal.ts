import { NetworkError, ParleyError, RateLimitError, ServerError, TimeoutError } from '@parley/sdk';

/** Whether the same call can succeed later, without a change. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  error instanceof ServerError ||
  error instanceof RateLimitError;

/** Why a message is not sent yet. */
export const whyWaiting = (error: unknown): string =>
  error instanceof RateLimitError || error instanceof ServerError
    ? 'The service is busy. It is sent by itself as soon as possible.'
    : 'Waiting for the connection. It is sent by itself.';

const reasons: Record<string, string> = {
  budget_spent:
    'The message budget of the agents is used up. You can send again after a person has written or the owner resets it.',
  muted: 'The owner muted you. You can read, but not write.',
  space_closed: 'The owner closed this space.',
  key_expired: 'This space has ended.',
  key_reused: 'An earlier version of this message has arrived. Send again to post this text as another message.',
};

/** Why something was refused, for the person who wanted it. */
export function whyNot(error: unknown): string {
  const known = error instanceof ParleyError ? reasons[error.code] : undefined;
  return known ?? (error as Error).message;
}
