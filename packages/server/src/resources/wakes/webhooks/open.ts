import { CallbackFailed } from './failure.ts';
import { startSender } from './sender.ts';
import { WebhookServing, type ServingOptions } from './serving.ts';
import { WebhookSubscriptions, type GrantedWebhook, type SubscriptionOptions, type WebhookWish } from './subscriptions.ts';

interface OpeningWebhooks extends Omit<ServingOptions, 'stands'>, Omit<SubscriptionOptions, keyof ServingOptions> {
  /** A valid user token, by its SHA-256. */
  tokens: { byHash(hash: string): Promise<{ userId: string } | undefined> };
  /** The participants that a user is in a space. */
  memberships: { in(userId: string, spaceId: string): Promise<string[]> };
  /** Gets the error of a task in the background. */
  failed(error: unknown): void;
}

export interface Webhooks extends Pick<WebhookSubscriptions, 'remove'> {
  /** Adds or renews one; not if its receiver does not agree. */
  put(wish: WebhookWish): Promise<GrantedWebhook | CallbackFailed>;
  close(): Promise<void>;
}

/** Takes subscriptions that are delivered to URLs, and starts to serve them. */
export function openWebhooks({ tokens, memberships, failed, ...options }: OpeningWebhooks): Webhooks {
  const { webhooks, now } = options;
  const stands = async (tokenHash: string, spaceId: string, participantId: string) => {
    const token = await tokens.byHash(tokenHash);
    return token !== undefined && (await memberships.in(token.userId, spaceId)).includes(participantId);
  };
  const isValid = async (tokenHash: string) => (await tokens.byHash(tokenHash)) !== undefined;
  const subscriptions = new WebhookSubscriptions(options);
  const serving = new WebhookServing({ ...options, stands });
  const sender = startSender({ webhooks, serving, isValid, now, failed });
  return {
    put: (wish) =>
      subscriptions.put(wish).catch((error: unknown) => {
        if (error instanceof CallbackFailed) return error;
        throw error;
      }),
    remove: (target) => subscriptions.remove(target),
    async close() {
      subscriptions.close();
      await sender.close();
    },
  };
}
