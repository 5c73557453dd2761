declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';
  /** Decrypts what was sent with `Content-Encoding: aes128gcm`; throws if it was not encrypted for these keys. */
  export function decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer;
}
