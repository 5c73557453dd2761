import { importJWK, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { pushKeyFrom } from '../../push-key.ts';
import { vapid } from './vapid.ts';

const endpoint = new URL('https://push.example:8443/send/capability?of=browser');
const key = pushKeyFrom('a secret of at least 32 characters');
const now = 1_800_000_000_000;

async function claimsOf(header: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(publicKey).toBe(key.publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const verifying = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
  const { payload, protectedHeader } = await jwtVerify(token, verifying, { currentDate: new Date(now) });
  expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' });
  return payload;
}

describe('the identification to a push service', () => {
  it('is signed for the origin of the endpoint, and says nothing else about it', async () =>
    expect(await claimsOf(vapid(endpoint, key, now, 'mailto:admin@parley.example'))).toEqual({
      aud: 'https://push.example:8443',
      exp: now / 1000 + 12 * 3_600,
      sub: 'mailto:admin@parley.example',
    }));

  it.each([undefined, 'http://127.0.0.1:8787'])('names no contact that push services refuse: %s', async (contact) =>
    expect(await claimsOf(vapid(endpoint, key, now, contact))).not.toHaveProperty('sub'),
  );
});
