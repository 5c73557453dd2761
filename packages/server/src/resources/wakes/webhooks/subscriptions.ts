import { randomBytes, randomUUID } from 'node:crypto';
import { ServiceError, webhook as rules, type Instant } from '@parley/core';
import type { Mint } from '../../../engine/keys/keys.ts';
import type { Throttle } from '../../../engine/limits/throttle.ts';
import { assertCallable } from '../outbox/callable.ts';
import type { Destinations } from '../outbox/destination.ts';
import { isEcho } from '../outbox/format.ts';
import type { PostResponse } from '../outbox/post.ts';
import type { Called, Receivers } from '../outbox/receivers.ts';
import { assertAccepted, Refused } from '../outbox/refused.ts';
import type { WebhookStore } from '../webhook-queries.ts';
import type { Webhook } from '../webhooks-table.ts';
import { CallbackFailed, categoryOf } from './failure.ts';
import { openSecrets, replaced, sealSecrets, signedRequest, webhookIdOf, type WebhookSecrets } from './signing.ts';

/** Which subscription is meant. */
export type WebhookTarget = Pick<Webhook, 'spaceId' | 'participantId' | 'name' | 'about' | 'url'>;

/** What a client asks for. */
export interface WebhookWish extends WebhookTarget, Pick<Webhook, 'keyHash' | 'tokenHash' | 'cursor'> {
  secret: string;
  ttlMs: number | null | undefined;
}

/** A subscription as it is now. */
export interface GrantedWebhook extends Pick<Webhook, 'webhookId' | 'cursor' | 'expiresAt'> {
  /** As it was before, if it was only renewed. */
  before: Pick<Webhook, 'deliveredAt' | 'lastError' | 'failingSince'> | undefined;
}

export interface SubscriptionOptions {
  webhooks: WebhookStore;
  receivers: Pick<Receivers, 'call'>;
  destinations: Destinations;
  /** Limits how often a participant has a receiver asked whether it agrees. */
  tries: Throttle;
  mint: Mint;
  secret: string;
  now(): Instant;
}

const full = (what: string, most: number): ServiceError =>
  new ServiceError('limit_reached', `${what} can have at most ${most} subscriptions that are delivered to a URL`);

/** What clients subscribe to, to have it delivered to a URL. */
export class WebhookSubscriptions {
  readonly #options: SubscriptionOptions;
  readonly #stop = new AbortController();

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  /**
   * Adds or renews one. Nothing is stored, and nothing else is sent to a URL, before its receiver has agreed.
   * @throws {CallbackFailed} if it does not.
   */
  async put(wish: WebhookWish): Promise<GrantedWebhook> {
    const { webhooks, destinations, mint, now } = this.#options;
    const { spaceId, participantId, secret, ttlMs, url: given, ...rest } = wish;
    await assertCallable(given, destinations);
    const { webhookId, url } = this.#find(wish);
    const before = await webhooks.find(spaceId, webhookId, now());
    if (!before) {
      const { own, all } = await webhooks.others({ spaceId, webhookId }, participantId, now());
      if (own >= rules.limits.perParticipant) throw full('You', rules.limits.perParticipant);
      if (all >= rules.limits.perSpace) throw full('A space', rules.limits.perSpace);
    }
    const key = mint.wakeKey(spaceId, webhookId);
    const secrets = replaced(before && openSecrets(before.secrets, key), secret, now());
    const known = before ?? (await webhooks.receiver(spaceId, participantId, url, now()));
    const isQuick = known ? known.isQuick : await this.#verify({ spaceId, participantId, webhookId, url, secrets });
    const at = now();
    const expiresAt = at + rules.grantedMs(ttlMs);
    const row = {
      ...{ ...rest, spaceId, webhookId, participantId, url, isQuick },
      ...{ secrets: sealSecrets(secrets, key), createdAt: at, expiresAt },
    };
    const cursor = await webhooks.put(row, at, rules.limits);
    if (cursor === undefined) throw full('You', rules.limits.perParticipant);
    return { webhookId, cursor, expiresAt, before };
  }

  /** What is on its way may still arrive. */
  async remove(target: WebhookTarget): Promise<void> {
    const { webhookId } = this.#find(target);
    await this.#options.webhooks.remove({ spaceId: target.spaceId, webhookId });
  }

  /** Gives up asking receivers. */
  close(): void {
    this.#stop.abort();
  }

  #find(target: WebhookTarget): { webhookId: string; url: string } {
    const url = new URL(target.url).href;
    return { webhookId: webhookIdOf(this.#options.secret, { ...target, url }), url };
  }

  /** Asks a receiver whether it agrees. Returns whether it did so soon. */
  async #verify({
    spaceId,
    participantId,
    webhookId,
    url,
    secrets,
  }: Pick<Webhook, 'spaceId' | 'participantId' | 'webhookId' | 'url'> & { secrets: WebhookSecrets }): Promise<boolean> {
    const { receivers, tries, now } = this.#options;
    if (!(await tries.mayTry(spaceId, participantId)))
      throw new ServiceError('rate_limited', 'You subscribe with new URLs too often; try again later', {
        retryAfter: tries.seconds,
      });
    const challenge = randomBytes(32).toString('base64url');
    const message = { id: `msg_verification_${randomUUID()}`, body: { type: 'verification', challenge } };
    const request = async () => signedRequest(webhookId, secrets, message, now());
    const judge = (answer: PostResponse) => {
      assertAccepted(answer, now());
      if (!isEcho(answer.body, challenge)) throw new CallbackFailed('challenge_failed');
    };
    const trial = { spaceId, url: new URL(url), isTrial: true, isConsented: true, isQuick: false, tries: 0, request, judge };
    let called: Called;
    try {
      called = await receivers.call(trial, this.#stop.signal);
    } catch (error) {
      if (this.#stop.signal.aborted) throw new ServiceError('unavailable', 'The service is stopping', { retryAfter: 1 });
      if (error instanceof CallbackFailed) throw error;
      // Whatever it answered, it did not agree.
      throw new CallbackFailed(error instanceof Refused ? 'challenge_failed' : categoryOf(error));
    }
    if (called.kind === 'accepted') return called.isQuick;
    const retryAfter = Math.max(1, Math.ceil((called.at - now()) / 1000));
    throw new ServiceError(
      'rate_limited',
      'Too many receivers are asked at the moment, or the space is paused; try again later',
      {
        retryAfter,
      },
    );
  }
}
