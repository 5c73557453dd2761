import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { curve } from '../../push-key.ts';

/** The keys of a browser's subscription, in base64url. */
export interface Keys {
  readonly p256dh: string;
  readonly auth: string;
}

/** What only the test vector of RFC 8291 sets. */
interface Fixed {
  privateKey: Buffer;
  salt: Buffer;
}

const recordBytes = 4_096;
const lastRecord = 2;

/** Encrypts a text for a browser: one record of `aes128gcm` (RFC 8188), with keys by RFC 8291. Throws if a key is no point of the curve. */
export function encrypted(text: string, { p256dh, auth }: Keys, fixed?: Fixed): Buffer {
  const browser = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH(curve);
  if (fixed) ecdh.setPrivateKey(fixed.privateKey);
  else ecdh.generateKeys();
  const own = ecdh.getPublicKey();
  const salt = fixed?.salt ?? randomBytes(16);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own]);
  const shared = derived(ecdh.computeSecret(browser), Buffer.from(auth, 'base64url'), about, 32);
  const key = derived(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(shared, salt, 'Content-Encoding: nonce\0', 12);
  const sealing = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [sealing.update(text, 'utf8'), sealing.update(Buffer.of(lastRecord)), sealing.final(), sealing.getAuthTag()];
  return Buffer.concat([salt, sizes(own.length), own, ...sealed]);
}

/** Whether a browser can have these keys. */
export function areUsable(keys: Keys): boolean {
  try {
    encrypted('', keys);
    return true;
  } catch {
    return false;
  }
}

const derived = (from: Buffer, salt: Buffer, about: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', from, salt, about, bytes));

function sizes(keyBytes: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordBytes);
  header.writeUInt8(keyBytes, 4);
  return header;
}
