import { ServiceError } from './errors.ts';

export function assertRoom(count: number, limit: number, what: string): void {
  if (count >= limit) throw new ServiceError('limit_reached', `A space can have at most ${limit} ${what}`);
}

/**
 * Refuses a participant who is not the one of an object, such as its creator: 403, because its key is right and nobody needs another one.
 * What a kind of key can never do is refused by `admit`, with 401.
 */
export function assertAllowed(isAllowed: boolean, who: string): void {
  if (!isAllowed) throw new ServiceError('forbidden', `Only ${who}`);
}
