import { ServiceError } from '../errors.ts';

export function assertRoom(count: number, limit: number, what: string): void {
  if (count >= limit) throw new ServiceError('limit_reached', `A space can have at most ${limit} ${what}`);
}

/** Checks the total size of a space's artifacts. */
export function assertBytes(actual: number, limit: number): void {
  if (actual <= limit) return;
  const message = `is too large: the artifacts of a space can have at most ${limit} bytes in total, but would have ${actual}`;
  throw new ServiceError('invalid_request', `content ${message}`, { issues: [{ field: 'content', message, limit, actual }] });
}
