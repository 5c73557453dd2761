import type { InputOf, SignalBody } from '@parley/core';
import { notificationOf } from './notification.ts';
import { seal, unseal } from '../../../../engine/keys/seal.ts';
import type { SignalFormat, Sign } from '../format.ts';

/** What a receiver of A2A push notifications expects: a push notification configuration without its URL. */
export type A2aWake = NonNullable<InputOf<'putWake'>['a2a']>;

export const sealA2a = (a2a: A2aWake, key: Buffer): string => seal(JSON.stringify(a2a), key);

/** Throws if it was sealed with another key. */
export const openA2a = (sealed: string, key: Buffer): A2aWake => JSON.parse(unseal(sealed, key)) as A2aWake;

/** `isAsked` tells whether a delivery to a participant is open. */
export function a2aFormat(
  { version, token, authentication }: A2aWake,
  isAsked: (spaceId: string, participantId: string) => Promise<boolean>,
  sign: Sign,
): SignalFormat {
  const headers = {
    'content-type': version === '1.0' ? 'application/a2a+json' : 'application/json',
    ...(token !== undefined && { 'x-a2a-notification-token': token }),
    ...(authentication && { authorization: `${authentication.scheme} ${authentication.credentials}` }),
  };
  return {
    isConsented: false,
    endedBy: [],
    async requestOf(signal) {
      const about = JSON.parse(signal.body) as SignalBody;
      const { spaceId, participantId } = about;
      const state =
        about.type === 'delivery.queued' || (await isAsked(spaceId, participantId))
          ? 'TASK_STATE_INPUT_REQUIRED'
          : 'TASK_STATE_WORKING';
      const body = JSON.stringify(notificationOf(about, { version, state, at: signal.createdAt, sequence: signal.sequence }));
      return { headers: { ...headers, ...sign(signal, body) }, body };
    },
    accepts: () => true,
  };
}
