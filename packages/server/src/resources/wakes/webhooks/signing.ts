import { webhook as rules, type Instant } from '@parley/core';
import { proofOf } from '../../../engine/keys/proof.ts';
import { seal, unseal } from '../../../engine/keys/seal.ts';
import type { ReceiverRequest } from '../outbox/receivers.ts';
import { signed } from '../outbox/signature.ts';
import type { Webhook } from '../webhooks-table.ts';

/** The secret of a client, and the one that it had before. */
export interface WebhookSecrets {
  secret: string;
  before?: { secret: string; until: Instant } | undefined;
}

export const sealSecrets = (secrets: WebhookSecrets, key: Buffer): string => seal(JSON.stringify(secrets), key);

/** Throws if they were sealed with another key. */
export const openSecrets = (sealed: string, key: Buffer): WebhookSecrets => JSON.parse(unseal(sealed, key)) as WebhookSecrets;

/** For a while the secret before signs too: what is on its way was sent while it was valid. */
export function replaced(known: WebhookSecrets | undefined, secret: string, now: Instant): WebhookSecrets {
  if (!known || known.secret === secret) return known ?? { secret };
  return { secret, before: { secret: known.secret, until: now + rules.bothSecretsMs } };
}

/** Says where a request belongs; it opens nothing. The same as long as the server keeps its secret. */
export const webhookIdOf = (
  secret: string,
  { spaceId, participantId, url, name, about }: Pick<Webhook, 'spaceId' | 'participantId' | 'url' | 'name' | 'about'>,
): string => `sub_${proofOf(secret, 'webhook', spaceId, participantId, name, about ?? '', url).slice(0, 32)}`;

/** A body with the headers of Standard Webhooks and of the extension. */
export function signedRequest(
  webhookId: string,
  { secret, before }: WebhookSecrets,
  message: WebhookMessage,
  now: Instant,
): ReceiverRequest {
  const body = JSON.stringify(message.body);
  const headers = signed(secret, message.id, body, now);
  const earlier = before && before.until > now ? [signed(before.secret, message.id, body, now)['webhook-signature']] : [];
  return {
    headers: {
      ...headers,
      'webhook-signature': [headers['webhook-signature'], ...earlier].join(' '),
      'content-type': 'application/json',
      'x-mcp-subscription-id': webhookId,
    },
    body,
  };
}

interface WebhookMessage {
  /** The same each time that it is sent. */
  id: string;
  body: object;
}
