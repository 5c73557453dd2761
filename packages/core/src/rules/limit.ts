import { ServiceError } from '../errors.ts';

export function assertRoom(count: number, limit: number, what: string): void {
  if (count >= limit) throw new ServiceError('limit_reached', `A space holds at most ${limit} ${what}`);
}
