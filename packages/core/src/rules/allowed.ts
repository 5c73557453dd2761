import { ServiceError } from '../errors.ts';

/**
 * Refuses a participant who is not the one of an object, such as its creator: 403, because its key is right and nobody needs another one.
 * What a kind of key can never do is refused by `admit`, with 401.
 */
export function assertAllowed(isAllowed: boolean, who: string): void {
  if (!isAllowed) throw new ServiceError('forbidden', `Only ${who}`);
}
