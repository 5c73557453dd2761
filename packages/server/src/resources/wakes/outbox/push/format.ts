import { hash } from 'node:crypto';
import type { SignalBody } from '@parley/core';
import type { PushKey } from '../../push-key.ts';
import { pushMessage } from './message.ts';
import type { Claimed } from '../../outbox-queries.ts';
import type { SignalFormat } from '../format.ts';
import { encrypted } from './encrypted.ts';
import { isPushService, type Subscription } from './subscription.ts';
import { vapid } from './vapid.ts';

interface PushOptions {
  key: PushKey;
  /** Of the operator. */
  contact(): string | undefined;
  publicUrl(): string;
  nameOf(spaceId: string): Promise<string>;
  now(): number;
}

/** How long a push service keeps a message for a browser that is away. */
const keptSeconds = 24 * 3_600;

/** The push service keeps only the newest of a topic, so a browser that was away shows one notification of a kind. */
const topicOf = ({ type, spaceId }: SignalBody): string => hash('sha256', `${type}\n${spaceId}`, 'base64url').slice(0, 32);

/** Messages of Web Push to a browser, encrypted for it. Accepting the first one is its consent. */
export function pushFormat(
  { endpoint, keys }: Subscription,
  { key, contact, publicUrl, nameOf, now }: PushOptions,
): SignalFormat {
  const url = new URL(endpoint);
  return {
    isConsented: isPushService(url),
    endedBy: [404, 410],
    async requestOf(signal: Claimed) {
      const about = JSON.parse(signal.body) as SignalBody;
      const message = pushMessage(about, await nameOf(about.spaceId), publicUrl());
      return {
        headers: {
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          authorization: vapid(url, key, now(), contact()),
          ttl: String(keptSeconds),
          urgency: about.type === 'wake.verify' ? 'normal' : 'high',
          topic: topicOf(about),
        },
        body: encrypted(JSON.stringify(message), keys),
      };
    },
    accepts: () => true,
  };
}
