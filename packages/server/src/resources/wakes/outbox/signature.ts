import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** The headers of Standard Webhooks for one try: only a holder of the secret could have sent this body with this id. */
export function signed(secret: string, id: string, body: string, now: number): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
