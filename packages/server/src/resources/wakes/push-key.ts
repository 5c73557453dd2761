import { createECDH, createPrivateKey, hkdfSync, sign, type KeyObject } from 'node:crypto';

/** The key that identifies this server to push services (RFC 8292): the same in all processes that share the secret. */
export interface PushKey {
  /** An uncompressed point of P-256, in base64url: what a browser subscribes with. */
  readonly publicKey: string;
  /** An ES256 signature in base64url, as JWS writes it. */
  sign(text: string): string;
}

export const curve = 'prime256v1';

/** The order of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 128 bits more than the order has, so that the remainder is as good as uniform (FIPS 186-5, A.2.1). */
const derivedBytes = 48;

export function pushKeyFrom(secret: string): PushKey {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'parley push key 1', derivedBytes));
  const scalar = (BigInt(`0x${derived.toString('hex')}`) % (order - 1n)) + 1n;
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex');
  const key = privateKeyOf(ecdh.getPrivateKey(), ecdh.getPublicKey());
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  };
}

function privateKeyOf(scalar: Buffer, point: Buffer): KeyObject {
  const [d, x, y] = [scalar, point.subarray(1, 33), point.subarray(33)].map((bytes) =>
    Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url'),
  );
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: d!, x: x!, y: y! } });
}
