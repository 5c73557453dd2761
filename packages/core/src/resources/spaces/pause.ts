import { ServiceError } from '../../kernel/errors.ts';
import type { Pause } from '../../kernel/space.ts';
import type { PauseView } from './views.ts';

/** A pause as participants see it. */
export const pauseView = ({ by, at, reason }: Pause): PauseView => ({
  by,
  at: new Date(at).toISOString(),
  ...(reason !== undefined && { reason }),
});

/** The refusal of a write while the space is paused. */
export function refusal(pause: Pause, isForAll: boolean): ServiceError {
  const until = isForAll ? 'nothing can be claimed' : 'only the owner and verified humans can write';
  return new ServiceError('paused', `The space is paused: ${until} until the owner resumes it`, { paused: pauseView(pause) });
}
