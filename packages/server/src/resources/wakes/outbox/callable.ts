import { ServiceError } from '@parley/core';
import type { Destinations } from './destination.ts';

/** Throws 400 if a URL in this field must not be called, as far as that is known now. */
export async function assertCallable(url: string, destinations: Destinations, field = 'url'): Promise<void> {
  const atUsualPort = field === 'subscription.endpoint';
  const reason = await destinations.refusalOf(new URL(url), { atUsualPort });
  if (reason === undefined) return;
  throw new ServiceError('invalid_request', `${field} ${reason}`, { issues: [{ field, message: reason }] });
}
