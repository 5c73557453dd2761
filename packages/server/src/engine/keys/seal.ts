import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Randomness is generated in bulk: one call costs as much as the encryption itself. */
const random = { bytes: Buffer.alloc(512 * ivBytes), used: Infinity };

function nextIv(): Buffer {
  if (random.used + ivBytes > random.bytes.length) {
    randomFillSync(random.bytes);
    random.used = 0;
  }
  return random.bytes.subarray(random.used, (random.used += ivBytes));
}

/** Encrypts a text for the holder of a key of 32 bytes. */
export function seal(text: string, key: Buffer): string {
  const iv = nextIv();
  const sealing = createCipheriv(cipher, key, iv);
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64');
}

/** Throws if it was sealed with another key. */
export function unseal(sealed: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8');
}
