import { ServiceError, type InputOf } from '@parley/core';
import { seal, unseal } from '../../../../engine/keys/seal.ts';
import { areUsable } from './encrypted.ts';

/** A subscription to Web Push, as the browser describes it. */
export type Subscription = NonNullable<InputOf<'putWake'>['subscription']>;

export const sealSubscription = ({ endpoint, keys: { p256dh, auth } }: Subscription, key: Buffer): string =>
  seal(JSON.stringify({ endpoint, keys: { p256dh, auth } }), key);

/** Throws if it was sealed with another key. */
export const openSubscription = (sealed: string, key: Buffer): Subscription => JSON.parse(unseal(sealed, key)) as Subscription;

/** Throws 400 if nothing can be encrypted for it. */
export function assertUsable({ keys }: Subscription): void {
  if (areUsable(keys)) return;
  const message = 'must be a point of P-256';
  throw new ServiceError('invalid_request', `subscription.keys.p256dh ${message}`, {
    issues: [{ field: 'subscription.keys.p256dh', message }],
  });
}

/** The push services of Chrome and most others, Firefox, Safari, and Edge. */
const services =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|(.+\.)?push\.apple\.com|.+\.notify\.windows\.com)$/;

/** Whether this is a host that exists to receive such requests. */
export const isPushService = ({ hostname }: URL): boolean => services.test(hostname);
