import type { PushKey } from '../../push-key.ts';

/** Push services accept at most a day. */
const lifetimeSeconds = 12 * 3_600;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = encode({ typ: 'JWT', alg: 'ES256' });

/**
 * The header `Authorization` with which this server identifies itself to the push service of `endpoint` (RFC 8292).
 * @param contact - An https or mailto URL at which the operator of the push service finds the operator of this server.
 */
export function vapid(endpoint: URL, key: PushKey, now: number, contact: string | undefined): string {
  const sub = contact !== undefined && /^(https|mailto):/.test(contact) ? { sub: contact } : {};
  const claims = { aud: endpoint.origin, exp: Math.floor(now / 1000) + lifetimeSeconds, ...sub };
  const signed = `${header}.${encode(claims)}`;
  return `vapid t=${signed}.${key.sign(signed)}, k=${key.publicKey}`;
}
