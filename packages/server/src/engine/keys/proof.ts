import { createHmac, timingSafeEqual } from 'node:crypto';

/** A proof of these facts that only a holder of the secret can make. `use` separates proofs for different purposes. */
export const proofOf = (secret: string, use: string, ...facts: string[]): string =>
  createHmac('sha256', secret)
    .update([`parley ${use}`, ...facts].join('\n'))
    .digest('base64url');

/** Compares in constant time. */
export function isProof(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
