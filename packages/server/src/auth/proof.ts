import { createHmac, timingSafeEqual } from 'node:crypto';

/** What only a holder of the secret can make of these facts; `use` keeps a proof for one thing from being one for another. */
export const proofOf = (secret: string, use: string, ...facts: string[]): string =>
  createHmac('sha256', secret)
    .update([`parley ${use}`, ...facts].join('\n'))
    .digest('base64url');

/** Takes the same time wherever the two differ. */
export function isProof(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
